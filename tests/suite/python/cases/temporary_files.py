import tempfile, os
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "a.txt")
    with open(path, "w") as file:
        file.write("x" * 1000)
    print(folder.startswith("/tmp/"), os.path.getsize(path))
with tempfile.NamedTemporaryFile("w+") as file:
    file.write("again")
    file.seek(0)
    print(file.read(), os.path.exists(file.name))
print(os.path.exists(folder))
tempfile.gettempdir()
