from __future__ import annotations

import asyncio
import threading

import pytest

from ludoteca.lab.background_threads import BackgroundThreads
from ludoteca.lab.errors import LabBusy
from tests.lab.conftest import run_async


def test_one_person_cannot_starve_the_others() -> None:
    run_async(_many_requests())


async def _many_requests() -> None:
    threads, done, blocked = BackgroundThreads("test", 1, most_waiting=4), list[str](), threading.Event()

    def request(name: str, owner: str) -> asyncio.Task[None]:
        def work() -> None:
            blocked.wait()
            done.append(name)

        return asyncio.create_task(threads.run(work, owner))

    tasks = [request(f"ana {number}", "ana") for number in range(4)]
    tasks += [request("bob", "bob"), request("eva", "eva")]
    await asyncio.sleep(0)
    assert [threads.place(name) for name in ("ana", "bob", "eva", "zoe")] == [3, 1, 2, 0]
    with pytest.raises(LabBusy):
        await request("ana 5", "ana")
    blocked.set()
    await asyncio.gather(*tasks)
    assert done == ["ana 0", "bob", "eva", "ana 1", "ana 2", "ana 3"]
    assert threads.place("ana") == 0
    threads.close()
