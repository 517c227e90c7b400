total = 1
print(totl)
