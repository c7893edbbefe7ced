import Foundation
import Glibc
import Synchronization

/// One program that uses the air: it asks, and is told.
final class RadioRelayClient: Sendable {
    /// Reports that are not written yet, and requests that are not done; with more the program is let go.
    static let mostReports = 16_384
    static let mostRequests = 64

    private struct State {
        var waiting = 0
        var serving: Task<Void, Never>?
    }

    private let descriptor: Int32
    private let radio: LocalRadio
    private let gone: @Sendable () -> Void
    /// Writing blocks, so it has a thread of its own; what is put in comes out in order.
    private let writing = DispatchQueue(label: "journey.air")
    private let requests: AsyncStream<RadioRequest>
    private let asked: AsyncStream<RadioRequest>.Continuation
    private let state = Mutex(State())

    init(_ descriptor: Int32, radio: LocalRadio, gone: @escaping @Sendable () -> Void) {
        self.descriptor = descriptor
        self.radio = radio
        self.gone = gone
        (requests, asked) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(RadioRelayClient.mostRequests))
        // A program that does not read is not waited for.
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    // Whoever reads, writes or serves holds it: nobody uses the number any more.
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

    /// Hears nothing further; what is to be told is still written.
    func end() { shutdown(descriptor, Int32(SHUT_RD)) }

    /// Returns when everything was told and written.
    func finish() async {
        await state.withLock(\.serving)?.value
        await withCheckedContinuation { continuation in writing.async { continuation.resume() } }
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    // MARK: Hearing

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
                return tell(.closed(.unusable, "a request that the protocol does not have"))
            }
        }
    }

    // MARK: Telling

    private func tell(_ report: RadioReport) {
        let takes = state.withLock { state in
            state.waiting += 1
            return state.waiting <= RadioRelayClient.mostReports
        }
        guard takes else {
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

    /// One use of the radio: the first request says which, and it lasts as long as the connection.
    private func serve() async {
        tell(.ready(.poweredOn))
        var coming = requests.makeAsyncIterator()
        // Who only asks for the state says nothing.
        guard let first = await coming.next() else { return }
        let link: any ProximityLink
        switch first {
        case .advertise(let service): link = radio.advertise(service)
        case .connect(let service): link = radio.connect(to: service)
        default: return tell(.closed(.unusable, "the first request says what the radio is used for"))
        }
        let events = link.events
        let telling = Task { [self] in
            for await event in events { pass(event) }
        }
        while let request = await coming.next() { await perform(request, on: link) }
        link.close()
        await telling.value
    }

    private func pass(_ event: LinkEvent) {
        switch event {
        case .connected(let peer): tell(.connected(peer))
        case .valueLimit(let limit, let peer): tell(.limit(limit, peer))
        case .subscribed(let characteristic, let peer): tell(.subscribed(characteristic, peer))
        case .received(let value, let characteristic, let peer): tell(.received(value, characteristic, peer))
        case .disconnected(let peer, let end): tell(.disconnected(peer, end))
        case .channelOpened(let peer): tell(.channelOpened(peer))
        // A client's end was told with its server's; whoever closed knows.
        case .closed(.unusable): tell(.closed(.unusable, "the service has other characteristics"))
        case .closed: break
        }
    }

    private func perform(_ request: RadioRequest, on link: any ProximityLink) async {
        switch request {
        case .value(let value, let characteristic, let peer):
            do throws(TransportError) {
                try await link.send(value, on: characteristic, to: peer)
                tell(.sent(peer))
            } catch {
                // Of a peer that has just gone, another report tells.
                tell(error.reason == .disconnected ? .sent(peer) : .closed(.unusable, error.message))
            }
        case .read(let characteristic): tell(.read(characteristic, try? await link.read(characteristic)))
        case .subscribe(let characteristic):
            let isDone = (try? await link.subscribe(characteristic)) != nil
            tell(.didSubscribe(characteristic, isDone))
        case .openChannel(let number): tell(.didOpenChannel((try? await link.openChannel(number)) != nil))
        case .stopAdvertising: link.stopAdvertising()
        case .advertise, .connect: tell(.closed(.unusable, "a link has one use"))
        }
    }
}
