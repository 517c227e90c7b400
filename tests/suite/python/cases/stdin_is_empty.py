import sys
sys.stdin.read(), list(sys.stdin), sys.stdin.isatty()
