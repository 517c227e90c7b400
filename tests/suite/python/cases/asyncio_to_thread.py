import asyncio
asyncio.run(asyncio.to_thread(print, 1))
