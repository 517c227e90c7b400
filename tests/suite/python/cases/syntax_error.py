x = 1
print("open"
y = 2
