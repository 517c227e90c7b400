error = ValueError("plain")
error.add_note("a note")
raise error
