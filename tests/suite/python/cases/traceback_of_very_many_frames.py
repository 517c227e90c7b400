import sys
sys.setrecursionlimit(300_000)

def f(n):
    return 1 + f(n + 1)

f(0)
