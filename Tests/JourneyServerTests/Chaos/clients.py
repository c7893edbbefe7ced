"""Clients of an HTTP server in numbers: held in one state, asking for its health, or measuring its answers.

Usage: clients.py hold|watch|load SETTINGS, where SETTINGS is a JSON object. Needs nothing but Python's standard library. Reads
commands from standard input, one a line, answers each with one line, and ends with standard input.
"""
import collections
import gc
import heapq
import json
import resource
import select
import socket
import ssl
import struct
import sys
import time

READS, WRITES = select.EPOLLIN, select.EPOLLOUT
# linux/in.h; takes the port at connect(), so that many addresses can share one.
IP_BIND_ADDRESS_NO_PORT = 24


def tls():
    """A context that takes any certificate: what is tested is the server."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols(["http/1.1"])
    return context


def client_hello(context):
    """The first message of a handshake. It is never finished, so that all clients can send the same."""
    received, sent = ssl.MemoryBIO(), ssl.MemoryBIO()
    try:
        context.wrap_bio(received, sent, server_hostname="localhost").do_handshake()
    except ssl.SSLWantReadError:
        pass
    return sent.read()


def is_whole(answer):
    """Whether `answer` is a response with all of the body that its Content-Length announces."""
    head, separator, body = answer.partition(b"\r\n\r\n")
    if not separator:
        return False
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return len(body) >= int(value)
    return True


def figures(times, failed):
    """Milliseconds, from seconds."""
    ordered = sorted(times) or [float("inf")]
    at = lambda share: round(1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))], 3)
    return {"count": len(times), "failed": failed, "p50": at(0.5), "p99": at(0.99), "most": at(1)}


class Client:
    """A connection from an address of its own choice, and how it comes into its state."""

    def __init__(self, crowd, number):
        self.crowd, self.number = crowd, number
        self.state = crowd.states[number % len(crowd.states)]
        self.is_held = False
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
        if self.state == "reading":
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.setsockopt(socket.IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, 1)
        place = number % crowd.addresses
        self.socket.bind(("127.1.%d.%d" % (place // 250, place % 250 + 1), 0))
        self.socket.connect_ex(("127.0.0.1", crowd.port))
        self.steps = self.approach()
        next(self.steps)

    def approach(self):
        """Comes into the state; yields what it waits for."""
        yield WRITES
        error = self.socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
        if error:
            raise OSError(error, "connect")
        if self.state == "silent":
            return
        if self.state == "hello":
            # By turns half of the first message, and all of it with the server's answer left unread.
            hello = self.crowd.hello
            is_half = self.number // len(self.crowd.states) % 2
            self.socket.send(hello[: len(hello) // 2] if is_half else hello)
            if not is_half:
                yield READS
            return
        if self.crowd.context:
            self.socket = self.crowd.context.wrap_socket(
                self.socket, do_handshake_on_connect=False, server_hostname="localhost")
            yield from self.complete(self.socket.do_handshake)
        yield from self.complete(lambda: self.socket.send(self.opening()))
        if self.state == "reading":
            yield from self.complete(lambda: self.socket.recv(1))
        if self.state == "idle":
            yield from self.answer()

    def complete(self, action):
        while True:
            try:
                return action()
            except (ssl.SSLWantReadError, BlockingIOError):
                yield READS
            except ssl.SSLWantWriteError:
                yield WRITES

    def answer(self):
        """Reads one response; gives it."""
        answer = b""
        while not is_whole(answer):
            piece = yield from self.complete(lambda: self.socket.recv(65536))
            if not piece:
                raise ConnectionError("closed")
            answer += piece
        return answer

    def opening(self):
        host = "Host: localhost:%d\r\n" % self.crowd.port
        slow = self.number // len(self.crowd.states) % 2
        return {
            "head": "GET /health HTTP/1.1\r\n" + host + "X-Slow: ",
            "body": "POST /echo HTTP/1.1\r\n" + host
            + ("Transfer-Encoding: chunked\r\n\r\n" if slow else "Content-Length: 100000\r\n\r\n"),
            "reading": "GET /large HTTP/1.1\r\n" + host + "\r\n",
            "handling": "GET /wait HTTP/1.1\r\n" + host + "\r\n",
            "idle": "GET %s HTTP/1.1\r\n" % self.crowd.path + host + "\r\n",
        }[self.state].encode()

    def trickle(self):
        """What a slow client does once a second."""
        if self.state == "head":
            self.socket.send(b"a")
        elif self.state == "body":
            self.socket.send(b"1\r\na\r\n" if self.number // len(self.crowd.states) % 2 else b"a")
        elif self.state == "reading" and not self.socket.recv(1):
            raise ConnectionError("closed")

    def look(self):
        """Reads what came while nothing was expected. Raises when the server has closed."""
        try:
            if not self.socket.recv(4096):
                raise ConnectionError("closed")
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError, BlockingIOError):
            pass


class Crowd:
    """Clients by the thousand on one thread."""

    def __init__(self, settings):
        self.port = settings["port"]
        self.states = settings.get("states", ["idle"])
        self.count = settings["count"]
        self.addresses = settings.get("addresses", 50)
        # How many may be on their way into their state at one time.
        self.pending = settings.get("pending", 128)
        self.patience = settings.get("patience", 30)
        self.path = settings.get("path", "/health")
        self.context = tls() if settings.get("tls", True) else None
        self.hello = client_hello(tls())
        self.poll = select.epoll()
        self.clients = {}
        self.lost = self.begun = 0
        self.deadline = None

    @property
    def held(self):
        return sum(client.is_held for client in self.clients.values())

    def open(self):
        client = Client(self, self.begun)
        self.begun += 1
        self.clients[client.socket.fileno()] = client
        self.poll.register(client.socket.fileno(), WRITES)

    def drop(self, number):
        client = self.clients.pop(number)
        self.poll.unregister(number)
        client.socket.close()
        self.lost += 1

    def advance(self, number):
        """Takes a client's next step; whether it was its last one."""
        client = self.clients[number]
        try:
            if client.is_held:
                client.look()
                return False
            self.poll.modify(number, next(client.steps))
            return False
        except StopIteration:
            client.is_held = True
            # What a slow reader does not read must not wake this program.
            self.poll.modify(number, 0 if client.state == "reading" else READS)
        except OSError:
            was_held = client.is_held
            self.drop(number)
            return not was_held
        return True

    def end(self, way):
        """Closes all connections, one right behind the other."""
        if way == "rst":
            for client in self.clients.values():
                client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        for client in self.clients.values():
            client.socket.close()
        self.clients, self.begun, self.lost = {}, 0, 0
        self.poll.close()
        self.poll = select.epoll()

    def gather(self):
        """Brings all into their state; returns when each is there or lost, or patience ends."""
        deadline = time.monotonic() + self.patience
        under_way, next_trickle = 0, time.monotonic() + 1
        while time.monotonic() < deadline:
            while under_way < self.pending and self.begun < self.count:
                self.open()
                under_way += 1
            if not under_way:
                break
            for number, _ in self.poll.poll(0.1):
                if number in self.clients:
                    under_way -= self.advance(number)
            if time.monotonic() >= next_trickle:
                self.trickle()
                next_trickle = time.monotonic() + 1

    def trickle(self):
        for number, client in list(self.clients.items()):
            if client.is_held:
                try:
                    client.trickle()
                except (ssl.SSLWantReadError, ssl.SSLWantWriteError, BlockingIOError):
                    pass
                except OSError:
                    self.drop(number)

    def rest(self, seconds):
        """Holds the clients in their states until a command waits or the time is over."""
        deadline = time.monotonic() + seconds
        next_trickle = time.monotonic() + 1
        commands = sys.stdin.fileno()
        self.poll.register(commands, READS)
        try:
            while (now := time.monotonic()) < deadline:
                for number, _ in self.poll.poll(max(0, min(deadline, next_trickle) - now)):
                    if number == commands:
                        return
                    if number in self.clients:
                        self.advance(number)
                if time.monotonic() >= next_trickle:
                    self.trickle()
                    next_trickle = time.monotonic() + 1
        finally:
            self.poll.unregister(commands)


def hold(settings):
    """Commands: start, hold SECONDS, count, end fin|rst. The answers say how many clients are in their state, and how many not."""
    crowd = Crowd(settings)
    while True:
        crowd.rest(3600)
        words = sys.stdin.readline().split()
        if not words:
            return
        if words[0] == "start":
            crowd.gather()
        elif words[0] == "hold":
            crowd.rest(float(words[1]))
        elif words[0] == "end":
            crowd.end(words[1])
        print(crowd.held, crowd.begun - crowd.held, flush=True)


def ask(port, context, path, patience):
    """One request over a new connection from 127.0.0.1; gives the seconds that it took."""
    begin = time.monotonic()
    with socket.create_connection(("127.0.0.1", port), patience, ("127.0.0.1", 0)) as raw:
        raw.settimeout(patience)
        # The request must not wait for the acknowledgement of the handshake's end.
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        stream = context.wrap_socket(raw, server_hostname="localhost") if context else raw
        stream.sendall(("GET %s HTTP/1.1\r\nHost: localhost:%d\r\n\r\n" % (path, port)).encode())
        answer = b""
        while not is_whole(answer):
            piece = stream.recv(65536)
            if not piece:
                raise ConnectionError("closed before the answer")
            answer += piece
        stream.close()
    if not answer.startswith(b"HTTP/1.1 200 "):
        raise ConnectionError(answer.split(b"\r\n")[0].decode(errors="replace"))
    return time.monotonic() - begin


def watch(settings):
    """Asks for /health all the time. Each command is answered with what has been asked since the last one, the last time after the
    command: how often, how long the slowest took in milliseconds, how often a lost connection was replaced, and the failures."""
    context = tls()
    times, failures, again = [], [], 0

    def probe():
        nonlocal again
        begin = time.monotonic()
        end = begin + settings["patience"]
        while True:
            try:
                ask(settings["port"], context, "/health", max(0.01, end - time.monotonic()))
                break
            except OSError as error:
                # What was closed is asked again, within the same time; who gets no answer has waited for long enough.
                if isinstance(error, TimeoutError) or time.monotonic() + 0.01 >= end:
                    failures.append("%s: %s" % (type(error).__name__, error))
                    break
                again += 1
                time.sleep(0.005)
        times.append(time.monotonic() - begin)

    while True:
        if not select.select([sys.stdin], [], [], 0.05)[0]:
            probe()
            continue
        if not sys.stdin.readline():
            return
        probe()
        report = {"count": len(times), "most": round(1000 * max(times), 1), "again": again, "failures": failures}
        print(json.dumps(report), flush=True)
        times, failures, again = [], [], 0


def load(settings):
    """Requests at a steady rate over connections that are kept, or one after the other over new ones. Commands: fresh COUNT, and
    kept SECONDS RATE, the rate being that of all connections together. Times count from when a request was due."""
    crowd = Crowd(settings)
    gc.disable()
    while words := sys.stdin.readline().split():
        if words[0] == "fresh":
            times, failed = [], 0
            for _ in range(int(words[1])):
                try:
                    times.append(ask(crowd.port, crowd.context, crowd.path, 10))
                except OSError:
                    failed += 1
            print(json.dumps(figures(times, failed)), flush=True)
        else:
            if not crowd.clients:
                crowd.gather()
            print(json.dumps(paced(crowd, float(words[1]), float(words[2]))), flush=True)


def paced(crowd, seconds, rate):
    period = crowd.count / rate
    start = time.monotonic() + 0.1
    due = {number: start + index / rate for index, number in enumerate(crowd.clients)}
    queue = [(moment, number) for number, moment in due.items()]
    heapq.heapify(queue)
    received = collections.defaultdict(bytes)
    times, failed = [], crowd.count - len(crowd.clients)
    while queue or received:
        while queue and queue[0][0] <= time.monotonic():
            number = heapq.heappop(queue)[1]
            received[number] = b""
            crowd.clients[number].socket.send(crowd.clients[number].opening())
        for number, _ in crowd.poll.poll(max(0, queue[0][0] - time.monotonic()) if queue else 1):
            try:
                piece = crowd.clients[number].socket.recv(65536)
            except (ssl.SSLWantReadError, BlockingIOError):
                continue
            except OSError:
                piece = b""
            if not piece:
                failed += received.pop(number, None) is not None
                queue = [entry for entry in queue if entry[1] != number]
                heapq.heapify(queue)
                crowd.drop(number)
                continue
            received[number] += piece
            if not is_whole(received[number]):
                continue
            del received[number]
            now = time.monotonic()
            times.append(now - due[number])
            due[number] += period
            if due[number] < start + seconds:
                heapq.heappush(queue, (due[number], number))
        if time.monotonic() > start + seconds + 10:
            failed += len(received)
            break
    return figures(times, failed)


def main():
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    {"hold": hold, "watch": watch, "load": load}[sys.argv[1]](json.loads(sys.argv[2]))


main()
