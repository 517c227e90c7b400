open("kept.txt", "w").write("kept")
raise ValueError
