NAME = "part"
