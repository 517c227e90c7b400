import sys
def trace(*a):
    raise ValueError
def f(): pass
try:
    sys.settrace(trace)
    f()
except ValueError:
    print("raised")
