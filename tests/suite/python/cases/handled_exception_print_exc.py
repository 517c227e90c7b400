import sys, traceback
try:
    {}["k"]
except KeyError:
    traceback.print_exc(file=sys.stdout)
