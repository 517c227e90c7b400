open("made.txt", "w").write("x")
for in x: pass
