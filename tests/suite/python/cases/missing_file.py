open("missing.csv")
