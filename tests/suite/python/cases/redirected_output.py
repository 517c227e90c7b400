import contextlib, io
with contextlib.redirect_stdout(io.StringIO()) as inner:
    print("inside")
print("outside", repr(inner.getvalue()))
