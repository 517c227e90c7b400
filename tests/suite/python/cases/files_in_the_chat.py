import os, pathlib, glob, shutil
print(os.getcwd(), sorted(os.listdir()), open("input.txt").read())
os.makedirs("a/b")
pathlib.Path("a/b/one.txt").write_text("eins\n", encoding="utf-8")
shutil.copy("a/b/one.txt", "a/two.txt")
os.rename("a/two.txt", "a/zwei.txt")
with open("a/b/one.txt", "a") as file:
    file.write("more\n")
print(sorted(glob.glob("**/*.txt", recursive=True)), os.path.getsize("a/b/one.txt"), [p.name for p in pathlib.Path("a").walk().__next__()[0].iterdir()] != [])
os.remove("input.txt")
