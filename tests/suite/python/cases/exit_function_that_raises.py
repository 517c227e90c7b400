import atexit
@atexit.register
def fail():
    raise SystemExit(3)
print("fine")
