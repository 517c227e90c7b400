found = []
for name in ("ssl", "ctypes", "readline", "fcntl", "json"):
    try:
        __import__(name)
        found.append(name)
    except ImportError as error:
        assert error.name == name
found
