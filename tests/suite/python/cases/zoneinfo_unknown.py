from zoneinfo import ZoneInfo
ZoneInfo("Mars/Olympus")
