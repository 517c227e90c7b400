from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo, available_timezones
summer = datetime(2025, 7, 1, 12, tzinfo=ZoneInfo("Europe/Berlin"))
winter = datetime(2025, 1, 1, 12, tzinfo=ZoneInfo("America/New_York"))
print(summer.utcoffset(), winter.tzname(), summer.astimezone(ZoneInfo("Asia/Tokyo")).isoformat(), len(available_timezones()) > 400)
