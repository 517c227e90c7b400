def outer(n):
    return inner(n)

def inner(n):
    return 1 / n

print("before")
outer(0)
