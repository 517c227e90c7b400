open("../../etc/passwd")
