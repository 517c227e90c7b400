import asyncio

async def work(name, delay):
    await asyncio.sleep(delay)
    return name

async def main():
    queue = asyncio.Queue()
    async with asyncio.TaskGroup() as group:
        group.create_task(queue.put("queued"))
        slow = group.create_task(work("slow", 0.02))
        fast = group.create_task(work("fast", 0))
    try:
        async with asyncio.timeout(0.01):
            await asyncio.sleep(10)
    except TimeoutError:
        print("timed out")
    return [slow.result(), fast.result(), await queue.get(), *await asyncio.gather(work("a", 0), work("b", 0))]

asyncio.run(main())
