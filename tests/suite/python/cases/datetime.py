from datetime import date, datetime, timedelta
import calendar, time
print(date(2024, 2, 28) + timedelta(days=2), datetime.strptime("3 Mar 2025 14:05", "%d %b %Y %H:%M"), calendar.monthrange(2024, 2))
print(datetime(2025, 1, 31).strftime("%A %d %B %Y %j %U"), datetime.fromisoformat("2025-06-01T10:00:00+02:00").timestamp())
time.time() > 1_700_000_000
