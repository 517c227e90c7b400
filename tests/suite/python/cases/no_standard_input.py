print("ask")
input("name? ")
