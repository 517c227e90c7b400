import sys
sys.setrecursionlimit(40)
def f():
    f()
f()
