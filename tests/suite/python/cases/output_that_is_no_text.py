import sys
sys.stdout.buffer.write(b'\xff\xfe ok')
print('\ud800')
None
