"""What a file system does, printed. Runs in the interpreter and natively; both must print the same."""
import errno, io, json, os, pathlib, shutil, sqlite3, sys, tempfile, zipfile

os.chdir(sys.argv[1])
root = pathlib.Path(sys.argv[1])


def tried(name, action):
    try:
        result = action()
        print(name, "->", result if not isinstance(result, (io.IOBase,)) else "file")
    except OSError as error:
        print(name, "!!", errno.errorcode.get(error.errno, error.errno), type(error).__name__)


def tree(at="."):
    found = []
    for folder, folders, files in os.walk(root / at):
        folders.sort()
        relative = os.path.relpath(folder, root)
        found += [f"{relative}/{name}" for name in sorted(files)] + [f"{relative}/{name}/" for name in folders]
    return sorted(found)


# os
tried("write", lambda: (root / "a.txt").write_text("one\n"))
tried("append", lambda: open(root / "a.txt", "a").write("two\n"))
tried("read", lambda: (root / "a.txt").read_text())
tried("size", lambda: os.path.getsize(root / "a.txt"))
tried("missing", lambda: open(root / "missing"))
tried("exclusive", lambda: open(root / "a.txt", "x"))
tried("mkdir", lambda: os.mkdir(root / "d"))
tried("mkdir again", lambda: os.mkdir(root / "d"))
tried("makedirs", lambda: os.makedirs(root / "d/e/f"))
tried("rmdir full", lambda: os.rmdir(root / "d"))
tried("rmdir file", lambda: os.rmdir(root / "a.txt"))
tried("unlink missing", lambda: os.unlink(root / "missing"))
tried("through a file", lambda: open(root / "a.txt/x"))
tried("through a file, new", lambda: open(root / "a.txt/x", "w"))
tried("open folder", lambda: open(root / "d", "w"))
tried("list file", lambda: os.listdir(root / "a.txt"))
tried("list", lambda: sorted(os.listdir(root)))
tried("rename", lambda: os.rename(root / "a.txt", root / "d/b.txt"))
tried("rename missing", lambda: os.rename(root / "a.txt", root / "x"))
tried("rename into itself", lambda: os.rename(root / "d", root / "d/e/d"))
tried("rename file over folder", lambda: os.rename(root / "d/b.txt", root / "d/e"))
tried("rename folder over file", lambda: os.rename(root / "d/e", root / "d/b.txt"))
tried("rename folder over full one", lambda: (os.makedirs(root / "g/h"), os.rename(root / "g", root / "d")))
tried("replace", lambda: ((root / "c.txt").write_text("c"), os.replace(root / "c.txt", root / "d/b.txt")))
tried("replaced", lambda: (root / "d/b.txt").read_text())
tried("rename folder", lambda: os.rename(root / "d", root / "moved"))
tried("old name", lambda: os.listdir(root / "d"))
tried("tree", tree)
tried("scandir", lambda: sorted((entry.name, entry.is_dir(), entry.is_file()) for entry in os.scandir(root)))
tried("access", lambda: (os.path.exists(root / "moved"), os.path.isdir(root / "moved"), os.path.isfile(root / "moved/b.txt")))

# Open files
handle = open(root / "h.bin", "w+b")
tried("written", lambda: handle.write(b"0123456789"))
tried("seek", lambda: (handle.seek(3), handle.read(4)))
tried("over", lambda: (handle.seek(8), handle.write(b"ABCD"), handle.seek(0), handle.read()))
tried("truncate", lambda: (handle.truncate(5), handle.seek(0), handle.read()))
tried("hole", lambda: (handle.seek(10), handle.write(b"x"), handle.seek(0), handle.read()))
tried("flushed", lambda: (handle.flush(), os.path.getsize(root / "h.bin")))
tried("unlinked while open", lambda: os.unlink(root / "h.bin"))
tried("still there", lambda: (handle.seek(0), handle.read(3)))
tried("still written", lambda: (handle.seek(0, 2), handle.write(b"end"), handle.flush(), handle.tell()))
tried("gone", lambda: os.path.exists(root / "h.bin"))
handle.close()
reader = None
(root / "r.txt").write_text("old")
reader = open(root / "r.txt")
(root / "new.txt").write_text("new")
tried("replaced while open", lambda: (os.replace(root / "new.txt", root / "r.txt"), reader.read(), (root / "r.txt").read_text()))
reader.close()
tried("read-only handle", lambda: os.write(os.open(root / "r.txt", os.O_RDONLY), b"x"))
tried("two handles", lambda: (lambda a, b: (a.write("12"), a.flush(), b.read(), a.close(), b.close()))(open(root / "t.txt", "w"), open(root / "t.txt")))
tried("append mode", lambda: (lambda f: (f.seek(0), f.write("z"), f.close(), (root / "t.txt").read_text()))(open(root / "t.txt", "a")))
tried("times", lambda: (os.utime(root / "t.txt", (1_000_000_000, 1_100_000_000)), os.stat(root / "t.txt").st_mtime))
tried("times stay", lambda: ((root / "t.txt").rename(root / "u.txt"), os.stat(root / "u.txt").st_mtime)[1])

# pathlib and shutil
tried("touch", lambda: (root / "touched").touch())
tried("glob", lambda: sorted(str(path.relative_to(root)) for path in root.rglob("*.txt")))
tried("copy", lambda: shutil.copyfile(root / "u.txt", root / "copy.txt") and (root / "copy.txt").read_text())
tried("copy2", lambda: (shutil.copy2(root / "u.txt", root / "copy2.txt"), os.stat(root / "copy2.txt").st_mtime)[1])
tried("copytree", lambda: (shutil.copytree(root / "moved", root / "again"), tree("again"))[1])
tried("move", lambda: (shutil.move(root / "copy.txt", root / "again/e"), tree("again"))[1])
tried("rmtree", lambda: shutil.rmtree(root / "again"))
tried("rmtree missing", lambda: shutil.rmtree(root / "again"))
tried("samefile", lambda: (os.path.samefile(root / "u.txt", root / "moved/../u.txt"), os.path.samefile(root / "u.txt", root / "r.txt")))
tried("unicode", lambda: ((root / "naïve 名前.txt").write_text("ü"), sorted(os.listdir(root))))
tried("long name", lambda: open(root / ("n" * 256), "w"))

# tempfile, zipfile, sqlite3
with tempfile.TemporaryDirectory(dir=root) as folder:
    tried("temporary", lambda: ((pathlib.Path(folder) / "x").write_text("x"), os.listdir(folder)))
tried("temporary gone", lambda: os.path.exists(folder))
with tempfile.NamedTemporaryFile(dir=root) as named:
    tried("named", lambda: (named.write(b"123"), named.flush(), os.path.getsize(named.name)))
with tempfile.TemporaryFile() as anonymous:
    tried("anonymous", lambda: (anonymous.write(b"123"), anonymous.seek(0), anonymous.read()))
with zipfile.ZipFile(root / "z.zip", "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("in/side.txt", "zipped " * 100)
    archive.write(root / "u.txt", "u.txt")
with zipfile.ZipFile(root / "z.zip", "a") as archive:
    archive.writestr("more.txt", "more")
with zipfile.ZipFile(root / "z.zip") as archive:
    tried("zip", lambda: (archive.namelist(), archive.testzip(), len(archive.read("in/side.txt"))))
    tried("extract", lambda: (archive.extractall(root / "out"), tree("out")))
base = sqlite3.connect(root / "t.db")
base.execute("create table t(a integer primary key, b text)")
base.executemany("insert into t(b) values(?)", [(str(number),) for number in range(500)])
base.commit()
tried("rows", lambda: base.execute("select count(*), sum(a) from t").fetchone())
base.execute("delete from t where a % 2 = 0")
base.rollback()
tried("rolled back", lambda: base.execute("select count(*) from t").fetchone())
base.close()
again = sqlite3.connect(root / "t.db")
tried("opened again", lambda: again.execute("select b from t where a = 250").fetchone())
tried("integrity", lambda: again.execute("pragma integrity_check").fetchone())
again.close()
tried("journal gone", lambda: sorted(name for name in os.listdir(root) if name.startswith("t.db")))
tried("end", lambda: len(tree()))
