import csv, io, json, tomllib, configparser, xml.etree.ElementTree as ET, plistlib, html, base64, struct, pickle
rows = list(csv.DictReader(io.StringIO("a,b\n1,\"x, y\"\n")))
print(rows, json.loads('{"n": [1, 2.5, null, "\\u00e9"]}'), tomllib.loads("[t]\nday = 2025-01-02"))
config = configparser.ConfigParser()
config.read_string("[s]\nkey = value")
root = ET.fromstring("<r><i n='1'>t</i></r>")
print(config["s"]["key"], root.find("i").attrib, ET.tostring(root).decode(), plistlib.loads(plistlib.dumps({"a": 1})))
html.unescape("&lt;&eacute;"), base64.b64encode(b"data"), struct.pack(">hI", 1, 2), pickle.loads(pickle.dumps({1: {2}}))
