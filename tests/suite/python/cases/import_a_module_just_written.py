for n in (1, 2):
    with open(f"made_{n}.py", "w") as file:
        file.write(f"N = {n}\n")
    print(__import__(f"made_{n}").N)
