import Foundation
import Glibc
import Synchronization

/// One program connected to the relay: it sends requests and receives reports.
final class RadioRelayClient: Sendable {
    /// The maximum numbers of unwritten reports and of unfinished requests; with more, the program is disconnected.
    static let mostReports = 16_384
    static let mostRequests = 64

    private struct State {
        var waiting = 0
        var serving: Task<Void, Never>?
    }

    private let descriptor: Int32
    private let radio: LocalRadio
    private let gone: @Sendable () -> Void
    /// Writing blocks, so it has its own queue, which keeps the order.
    private let writing = DispatchQueue(label: "journey.air")
    private let requests: AsyncStream<RadioRequest>
    private let asked: AsyncStream<RadioRequest>.Continuation
    private let state = Mutex(State())

    init(_ descriptor: Int32, radio: LocalRadio, gone: @escaping @Sendable () -> Void) {
        self.descriptor = descriptor
        self.radio = radio
        self.gone = gone
        (requests, asked) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(RadioRelayClient.mostRequests))
        // A program that does not read is disconnected after 10 seconds.
        var timeout = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    // Closed last: reading, writing and serving hold a reference, so the descriptor is unused now.
    deinit { Glibc.close(descriptor) }

    func start() {
        let thread = Thread { [self] in
            read()
            asked.finish()
        }
        thread.stackSize = 256 << 10
        thread.start()
        let serving = Task { [self] in
            await serve()
            end()
            gone()
        }
        state.withLock { $0.serving = serving }
    }

    /// Stops reading requests; queued reports are still written.
    func end() { shutdown(descriptor, Int32(SHUT_RD)) }

    /// Waits until all reports are written, then disconnects.
    func finish() async {
        await state.withLock(\.serving)?.value
        await withCheckedContinuation { continuation in writing.async { continuation.resume() } }
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    // MARK: Reading

    private func read() {
        var frames = RadioFrames()
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            frames.append(buffer[..<count])
            do throws(TransportError) {
                while let frame = try frames.next() {
                    guard case .enqueued = asked.yield(try RadioRequest(frame)) else { return }
                }
            } catch {
                return report(.closed(.unusable, "the request is not part of the protocol"))
            }
        }
    }

    // MARK: Reporting

    private func report(_ report: RadioReport) {
        let hasRoom = state.withLock { state in
            state.waiting += 1
            return state.waiting <= RadioRelayClient.mostReports
        }
        guard hasRoom else {
            shutdown(descriptor, Int32(SHUT_RDWR))
            return
        }
        writing.async { [self] in
            write(report.encoded)
            state.withLock { $0.waiting -= 1 }
        }
    }

    private func write(_ frame: [UInt8]) {
        var rest = frame[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                shutdown(descriptor, Int32(SHUT_RDWR))
                return
            }
            rest = rest.dropFirst(count)
        }
    }

    // MARK: Serving

    /// Serves one use of the radio: the first request chooses it, and it lasts as long as the connection.
    private func serve() async {
        report(.ready(.poweredOn))
        var coming = requests.makeAsyncIterator()
        // A program that only observes the state sends no request.
        guard let first = await coming.next() else { return }
        let link: any ProximityLink
        switch first {
        case .advertise(let service): link = radio.advertise(service)
        case .connect(let service): link = radio.connect(to: service)
        default: return report(.closed(.unusable, "the first request must be advertise or connect"))
        }
        let events = link.events
        let reporting = Task { [self] in
            for await event in events { pass(event) }
        }
        while let request = await coming.next() { await perform(request, on: link) }
        link.close()
        await reporting.value
    }

    private func pass(_ event: LinkEvent) {
        switch event {
        case .connected(let peer): report(.connected(peer))
        case .valueLimit(let limit, let peer): report(.limit(limit, peer))
        case .subscribed(let characteristic, let peer): report(.subscribed(characteristic, peer))
        case .received(let value, let characteristic, let peer): report(.received(value, characteristic, peer))
        case .disconnected(let peer, let end): report(.disconnected(peer, end))
        case .channelOpened(let peer): report(.channelOpened(peer))
        // A client's end was reported with its server's, and a caller that closes needs no report.
        case .closed(.unusable): report(.closed(.unusable, "the service's characteristics belong to the other mode"))
        case .closed: break
        }
    }

    private func perform(_ request: RadioRequest, on link: any ProximityLink) async {
        switch request {
        case .value(let value, let characteristic, let peer):
            do throws(TransportError) {
                try await link.send(value, on: characteristic, to: peer)
                report(.sent(peer))
            } catch {
                // A peer that has just disconnected is reported separately.
                report(error.reason == .disconnected ? .sent(peer) : .closed(.unusable, error.message))
            }
        case .read(let characteristic): report(.read(characteristic, try? await link.read(characteristic)))
        case .subscribe(let characteristic):
            let isDone = (try? await link.subscribe(characteristic)) != nil
            report(.didSubscribe(characteristic, isDone))
        case .openChannel(let number): report(.didOpenChannel((try? await link.openChannel(number)) != nil))
        case .stopAdvertising: link.stopAdvertising()
        case .advertise, .connect: report(.closed(.unusable, "the link is already in use"))
        }
    }
}
