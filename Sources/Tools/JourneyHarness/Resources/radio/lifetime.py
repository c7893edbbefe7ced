"""Start and end of the air and radio programs."""

import asyncio
import logging
import os
import signal
import sys


def private_files():
    """Restricts files created from now on to their owner."""
    os.umask(0o177)


async def ending(attached: bool, *others: asyncio.Future):
    """Returns when this program should end: on a signal, when its parent is gone, or when one of `others` is done."""
    loop = asyncio.get_running_loop()
    done = loop.create_future()

    def finish():
        if not done.done():
            done.set_result(None)

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, finish)
    if attached:
        def at_input():
            if not os.read(sys.stdin.fileno(), 4096):
                loop.remove_reader(sys.stdin.fileno())
                finish()
        loop.add_reader(sys.stdin.fileno(), at_input)
    await asyncio.wait([done, *others], return_when=asyncio.FIRST_COMPLETED)


def run(name: str, work):
    """Runs `work`; a failure is reported as one line on standard error and an exit status."""
    # Invalid data from peers is not reported.
    logging.basicConfig(level=logging.CRITICAL)
    try:
        asyncio.run(work)
    except (OSError, ValueError, RuntimeError, ImportError) as fault:
        sys.exit(f"{name}: {fault or type(fault).__name__}")
