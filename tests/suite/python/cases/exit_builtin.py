exit(2)
