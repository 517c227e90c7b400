import sys
sys.stdout = open("log.txt", "w")
print("into the file")
