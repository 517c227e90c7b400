import asyncio

async def main():
    await asyncio.Event().wait()

asyncio.run(main())
