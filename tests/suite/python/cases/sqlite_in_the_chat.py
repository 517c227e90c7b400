import sqlite3
with sqlite3.connect("shop.db") as db:
    db.execute("create table sale (day text, amount real)")
    db.executemany("insert into sale values (?, ?)", [("mon", 1.5), ("tue", 2), ("mon", 3)])
print(db.execute("select day, sum(amount) from sale group by day order by day").fetchall())
db.close()
sqlite3.connect("shop.db").execute("select json_extract('{\"a\": 7}', '$.a'), count(*) from sale").fetchone()
