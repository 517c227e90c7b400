import os, sys
sys.stdout.buffer.write(b"buffer\n")
sys.stdout.flush()
os.write(1, b"descriptor\n")
os.write(2, b"error\n")
None
