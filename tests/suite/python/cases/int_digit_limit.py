try:
    int("9" * 5000)
except ValueError as error:
    print(str(error)[:40])
