import atexit
atexit.register(print, "at exit")
print("first")
