"""A fake of Apple's push service on this machine: HTTP/2 over TLS, with client certificates, and faults on demand.

It accepts pushes as `POST /3/device/{token}` and answers as Apple documents. Its control interface is below `/standin/`:

    GET  /standin/pushes                           the received pushes and their connections
    GET  /standin/devices/{token}/pushes           the device's number of pushes; with ?after=N it waits up to 20 seconds
                                                   for more than N
    PUT  /standin/faults                           replaces the remaining faults by a list of faults

A fault is {"kind": "answer" | "slow" | "silent" | "reset" | "goaway" | "cut", "count": 1, "token": "…", …}; with a count of 0
it is permanent. "answer" has "status", "reason" and, where they belong, "retryAfter" and "timestamp"; "slow" has "milliseconds".
"""

import argparse
import asyncio
import collections
import json
import os
import re
import ssl
import sys
import time
from urllib.parse import parse_qs, urlsplit

import h2.config
import h2.connection
import h2.errors
import h2.events
import h2.exceptions

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "radio"))
import lifetime  # noqa: E402  (how the radio begins and ends, too)

MOST_BODY = 4096
MOST_KEPT = 10_000
TOKEN = re.compile(r"[0-9a-f]{16,200}")
PUSH_TYPES = {"alert", "background"}


class Fault:
    """A fault, for a given number of pushes."""

    def __init__(self, said):
        self.kind = said["kind"]
        if self.kind not in {"answer", "slow", "silent", "reset", "goaway", "cut"}:
            raise ValueError(f"no fault is called {self.kind}")
        self.said, self.left, self.token = said, said.get("count", 1), said.get("token")

    def takes(self, token):
        return self.token in (None, token)


class Service:
    """The state shared by all connections."""

    def __init__(self):
        self.pushes = collections.deque(maxlen=MOST_KEPT)
        self.devices = collections.OrderedDict()
        self.faults = []
        self.connections = 0
        self.most_streams = 0
        self.news = asyncio.Condition()

    def fault(self, token):
        """Returns the fault for this push and decrements its count."""
        for fault in self.faults:
            if fault.takes(token):
                if fault.left == 1:
                    self.faults.remove(fault)
                elif fault.left > 1:
                    fault.left -= 1
                return fault
        return None

    async def deliver(self, token, topic):
        topics = self.devices.setdefault(token, [])
        topics.append(topic)
        self.devices.move_to_end(token)
        while len(self.devices) > MOST_KEPT:
            self.devices.popitem(last=False)
        async with self.news:
            self.news.notify_all()

    async def delivered(self, token, after):
        """Waits for more than `after` pushes to the device, and returns their topics."""
        async def more():
            async with self.news:
                await self.news.wait_for(lambda: len(self.devices.get(token, [])) > after)
        try:
            await asyncio.wait_for(more(), 20)
        except asyncio.TimeoutError:
            pass
        return self.devices.get(token, [])


class Request:
    """The state of one stream."""

    def __init__(self, headers):
        self.headers = dict(headers)
        self.body = bytearray()


class Connection(asyncio.Protocol):
    """One client over HTTP/2 and TLS.

    TLS is driven here and not by asyncio, which would close a connection with an untrusted client certificate without an
    alert: the alert tells the client the reason.
    """

    def __init__(self, service, context, most_streams):
        self.service = service
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = context.wrap_bio(self.incoming, self.outgoing, server_side=True)
        self.is_open = self.is_over = False
        self.h2 = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        self.limit = most_streams
        self.requests, self.tasks = {}, set()

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        if self.is_over:
            return
        self.incoming.write(data)
        try:
            if not self.is_open:
                self.tls.do_handshake()
                self.open()
            while self.is_open:
                data = self.tls.read(1 << 16)
                if not data:
                    break
                self.take(data)
        except ssl.SSLWantReadError:
            pass
        except ssl.SSLError:
            # Reads and drops the client's remaining data: closing a socket with unread data also discards the
            # alert before the client reads it.
            self.is_open, self.is_over = False, True
            self.transport.write(self.outgoing.read())
            self.transport.write_eof()
            asyncio.get_running_loop().call_later(2, self.transport.close)
            return
        self.flush()

    def open(self):
        """Handles the end of the handshake."""
        if self.tls.selected_alpn_protocol() != "h2":
            self.transport.close()
            return
        self.is_open = True
        self.service.connections += 1
        self.number = self.service.connections
        shown = dict(pair for part in (self.tls.getpeercert() or {}).get("subject", ()) for pair in part)
        # A pass-type certificate contains its pass type as its user id.
        self.topic = shown.get("userId") or shown.get("UID")
        self.is_known = bool(self.tls.getpeercert())
        self.h2.initiate_connection()
        # The limit is not enforced: requests sent before the client has read it are served as well.
        self.h2.update_settings({h2.settings.SettingCodes.MAX_CONCURRENT_STREAMS: self.limit})

    def connection_lost(self, _):
        for task in list(self.tasks):
            task.cancel()

    def take(self, data):
        try:
            events = self.h2.receive_data(data)
        except h2.exceptions.ProtocolError:
            self.flush()
            self.is_open = False
            self.transport.close()
            return
        for event in events:
            if isinstance(event, h2.events.RequestReceived):
                self.requests[event.stream_id] = Request(event.headers)
                self.service.most_streams = max(self.service.most_streams, len(self.requests) + len(self.tasks))
            elif isinstance(event, h2.events.DataReceived):
                request = self.requests.get(event.stream_id)
                if request is not None and len(request.body) <= 64 * 1024:
                    request.body += event.data
                self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            elif isinstance(event, h2.events.StreamEnded):
                request = self.requests.pop(event.stream_id, None)
                if request is not None:
                    self.start(event.stream_id, request)
            elif isinstance(event, h2.events.StreamReset):
                self.requests.pop(event.stream_id, None)

    def start(self, stream, request):
        task = asyncio.ensure_future(self.serve(stream, request))
        self.tasks.add(task)
        self.service.most_streams = max(self.service.most_streams, len(self.tasks))
        task.add_done_callback(self.tasks.discard)

    def flush(self):
        data = self.h2.data_to_send() if self.is_open else None
        if data:
            self.tls.write(data)
        if self.outgoing.pending:
            self.transport.write(self.outgoing.read())

    def answer(self, stream, status, said=None, **headers):
        body = b"" if said is None else json.dumps(said).encode()
        fields = [(":status", str(status))] + [(name.replace("_", "-"), str(value)) for name, value in headers.items()]
        try:
            self.h2.send_headers(stream, fields, end_stream=not body)
            if body:
                # Responses are short, so they never exceed the flow-control window.
                size = min(self.h2.max_outbound_frame_size, self.h2.local_flow_control_window(stream))
                while len(body) > size > 0:
                    self.h2.send_data(stream, body[:size])
                    body = body[size:]
                    size = min(self.h2.max_outbound_frame_size, self.h2.local_flow_control_window(stream))
                self.h2.send_data(stream, body, end_stream=True)
        except h2.exceptions.ProtocolError:
            return
        self.flush()

    async def serve(self, stream, request):
        method, target = request.headers.get(":method"), urlsplit(request.headers.get(":path", "/"))
        parts = target.path.strip("/").split("/")
        if parts[:2] == ["3", "device"] and len(parts) == 3:
            await self.push(stream, request, method, parts[2])
        elif method == "GET" and parts == ["standin", "pushes"]:
            self.answer(stream, 200, {"pushes": list(self.service.pushes), "connections": self.service.connections,
                                      "mostStreams": self.service.most_streams})
        elif method == "PUT" and parts == ["standin", "faults"]:
            try:
                self.service.faults = [Fault(said) for said in json.loads(request.body)]
                self.answer(stream, 204)
            except (ValueError, KeyError, TypeError, AttributeError) as wrong:
                self.answer(stream, 400, {"reason": str(wrong)})
        elif method == "GET" and parts[:2] == ["standin", "devices"] and len(parts) == 4 and parts[3] == "pushes":
            after = parse_qs(target.query).get("after", [""])[0]
            topics = (await self.service.delivered(parts[2], int(after)) if after.isdigit()
                      else self.service.devices.get(parts[2], []))
            self.answer(stream, 200, {"count": len(topics), "topics": topics[-100:]})
        else:
            self.answer(stream, 404, {"reason": "BadPath"})

    async def push(self, stream, request, method, token):
        fault = self.service.fault(token)
        kind = fault.kind if fault else None
        seen = {name: request.headers.get("apns-" + name) for name in ("topic", "priority", "push-type", "expiration")}
        kept = {"token": token, "connection": self.number, "body": request.body.decode(errors="replace"),
                "certificate": self.topic, "fault": kind, "status": None, "moment": time.time()} | seen
        self.service.pushes.append(kept)
        if kind == "silent":
            return
        if kind == "cut":
            self.transport.abort()
            return
        if kind == "reset":
            self.h2.reset_stream(stream, h2.errors.ErrorCodes.INTERNAL_ERROR)
            self.flush()
            return
        if kind == "slow":
            await asyncio.sleep(fault.said["milliseconds"] / 1000)
        if kind == "answer":
            said = {name: fault.said[name] for name in ("reason", "timestamp") if name in fault.said}
            wait = {"retry_after": fault.said["retryAfter"]} if "retryAfter" in fault.said else {}
            kept["status"] = fault.said["status"]
            self.answer(stream, fault.said["status"], said, **wait)
            return
        status, reason = self.judge(request, method, token)
        kept["status"] = status
        if status == 200:
            await self.service.deliver(token, seen["topic"])
        self.answer(stream, status, {"reason": reason} if reason else None)
        if kind == "goaway":
            self.h2.close_connection(last_stream_id=stream)
            self.flush()
            self.transport.close()

    def judge(self, request, method, token):
        """Returns status and reason as Apple documents them."""
        field = request.headers.get
        if method != "POST":
            return 405, "MethodNotAllowed"
        if not self.is_known:
            return 403, "MissingProviderToken"
        if not TOKEN.fullmatch(token) or len(token) % 2:
            return 400, "BadDeviceToken"
        if not field("apns-topic"):
            return 400, "MissingTopic"
        if field("apns-topic") != self.topic:
            return 400, "TopicDisallowed"
        if field("apns-priority", "10") not in {"1", "5", "10"}:
            return 400, "BadPriority"
        if not field("apns-expiration", "0").isdigit():
            return 400, "BadExpirationDate"
        if field("apns-push-type", "background") not in PUSH_TYPES:
            return 400, "InvalidPushType"
        if len(request.body) > MOST_BODY:
            return 413, "PayloadTooLarge"
        if not request.body:
            return 400, "PayloadEmpty"
        return 200, None


async def run(options):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(options.certificate, options.key)
    context.load_verify_locations(options.authorities)
    # Without a certificate, the real service requires a token: an HTTP response, not a failure of the handshake.
    context.verify_mode = ssl.CERT_OPTIONAL
    context.set_alpn_protocols(["h2"])
    service = Service()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Connection(service, context, options.streams), "127.0.0.1", options.port)
    print(f"listening {server.sockets[0].getsockname()[1]}", flush=True)
    try:
        await lifetime.ending(options.attached)
    finally:
        server.close()


def main():
    parser = argparse.ArgumentParser(description="A stand-in for Apple's push service on this machine.")
    parser.add_argument("--certificate", required=True, help="the server's chain, PEM")
    parser.add_argument("--key", required=True, help="its key, PEM")
    parser.add_argument("--authorities", required=True, help="whose client certificates it believes, PEM")
    parser.add_argument("--port", type=int, default=0, help="a port of loopback; 0 takes a free one")
    parser.add_argument("--streams", type=int, default=100, help="pushes of one connection at one time")
    parser.add_argument("--attached", action="store_true", help="end when standard input ends")
    lifetime.run("apns", run(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
