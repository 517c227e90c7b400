def work():
    file = open("partial.txt", "w")
    file.write("partial")
    raise ValueError("stop")

work()
