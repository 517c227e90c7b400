import asyncio

async def answer():
    return 42

loop = asyncio.new_event_loop()
print(loop.run_until_complete(answer()))
loop.close()
with asyncio.Runner() as runner:
    print(runner.run(answer()))

async def numbers():
    for n in range(3):
        yield n
        await asyncio.sleep(0)

async def total():
    return sum([n async for n in numbers()])

asyncio.run(total())
