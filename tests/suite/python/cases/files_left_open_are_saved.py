import csv, gzip, zipfile
open("dropped.txt", "w").write("dropped")
kept = open("kept.txt", "w")
kept.write("kept")
writer = csv.writer(open("table.csv", "w", newline=""))
writer.writerow([1, 2])

class Holder: pass
holder = Holder()
holder.file = open("cycle.txt", "w")
holder.file.write("cycle")
holder.me = holder
import sys
sys.my_file = open("module.txt", "w")
sys.my_file.write("module")
