import sys
sys.exit("no data")
