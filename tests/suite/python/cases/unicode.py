name = "Grüße, 世界 🐍"
print(name, len(name))
import unicodedata
unicodedata.name("🐍"), "ﬁ".casefold(), unicodedata.normalize("NFC", "e\u0301")
