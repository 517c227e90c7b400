import gzip, io, tarfile, zipfile, zlib, shutil
with zipfile.ZipFile("pack.zip", "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("inner/a.txt", "content " * 100)
print(zipfile.ZipFile("pack.zip").read("inner/a.txt")[:15], zlib.crc32(b"x"))
gzip.open("a.gz", "wt").write("zipped\n")
print(open("a.gz", "rb").read(2))
with tarfile.open("pack.tar.gz", "w:gz") as archive:
    archive.add("pack.zip")
print(tarfile.open("pack.tar.gz").getnames())
zlib.decompress(zlib.compress(b"y" * 9))
