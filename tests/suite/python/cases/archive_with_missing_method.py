import zipfile
zipfile.ZipFile("x.zip", "w", zipfile.ZIP_BZIP2)
