import JourneyBase
import Synchronization

/// The protocol of one connection to a radio process: pending questions, connected peers, and its end.
final class RadioConversation: Sendable {
    /// The maximum number of unread events; with more, the link ends. Each has at most 512 bytes.
    static let mostEvents = 16_384

    /// The report that answers a question. Reports of one kind answer questions in order.
    enum Answer: Hashable {
        case sent
        case read(GATTCharacteristic)
        case subscription(GATTCharacteristic)
        case channel
    }

    struct Question {
        var number: Int
        var timer: Task<Void, any Error>
        var answered: CheckedContinuation<Result<[UInt8], TransportError>, Never>

        func complete(_ result: Result<[UInt8], TransportError>) {
            timer.cancel()
            answered.resume(returning: result)
        }
    }

    struct State {
        var socket: RadioSocket?
        var peers: Set<LinkPeer> = []
        var questions: [Answer: [Question]] = [:]
        var asked = 0
        var radio = RadioState.poweredOn
        /// The reason for the end; `nil` before.
        var fault: TransportError?
    }

    let isServer: Bool
    let events: AsyncStream<LinkEvent>.Continuation
    private let dependencies: Dependencies
    private let answerTimeout: Duration
    let state = Mutex(State())

    init(
        isServer: Bool, events: AsyncStream<LinkEvent>.Continuation, dependencies: Dependencies, answerTimeout: Duration
    ) {
        self.isServer = isServer
        self.events = events
        self.dependencies = dependencies
        self.answerTimeout = answerTimeout
    }

    /// Connects and sends `request`; the results arrive as events.
    func start(_ request: RadioRequest, path: String) {
        do throws(TransportError) {
            let socket = try RadioSocket(path: path)
            state.withLock { $0.socket = socket }
            // If the process has closed already, the reports that it sent before give the reason.
            try? socket.send(request.encoded)
            socket.read(
                { [self] report in handle(report) },
                ended: { [self] in
                    let radio = state.withLock { $0.radio }
                    let end = LinkEnd.radio(radio == .poweredOn ? .resetting : radio)
                    finish(end, TransportError(.unavailable, "The radio process closed the connection."))
                })
        } catch {
            finish(.radio(.unsupported), error)
        }
    }

    /// Sends a request and waits for its answer. Throws `TransportError`.
    func ask(_ request: RadioRequest, _ answer: Answer) async throws(TransportError) -> [UInt8] {
        let result = await withCheckedContinuation { continuation in put(request, answer, continuation) }
        return try result.get()
    }

    /// Sends a request that has no answer; does nothing on a link that has ended.
    func send(_ request: RadioRequest) {
        let socket = state.withLock { $0.fault == nil ? $0.socket : nil }
        try? socket?.send(request.encoded)
    }

    /// Throws `TransportError` when the link has ended or the peer is not connected.
    func check(_ peer: LinkPeer) throws(TransportError) {
        let (fault, isThere) = state.withLock { ($0.fault, $0.peers.contains(peer)) }
        if let fault { throw fault }
        guard isThere else { throw TransportError(.disconnected, "The peer is not connected.") }
    }

    /// Ends the link at once. May be called repeatedly.
    func close() { finish(.here, TransportError(.closed, "The link was closed.")) }

    private func put(
        _ request: RadioRequest, _ answer: Answer,
        _ continuation: CheckedContinuation<Result<[UInt8], TransportError>, Never>
    ) {
        let number = state.withLock { state in
            state.asked += 1
            return state.asked
        }
        let question = Question(number: number, timer: timer(number, answer), answered: continuation)
        let (fault, socket) = state.withLock { state in
            if state.fault == nil { state.questions[answer, default: []].append(question) }
            return (state.fault, state.socket)
        }
        if let fault { return question.complete(.failure(fault)) }
        do throws(TransportError) { try socket?.send(request.encoded) } catch { finish(.radio(.resetting), error) }
    }

    /// Ends the link when the process leaves a question unanswered.
    private func timer(_ number: Int, _ answer: Answer) -> Task<Void, any Error> {
        let (clock, answerTimeout) = (dependencies.clock, answerTimeout)
        return Task { [weak self] in
            try await clock.sleep(for: answerTimeout)
            guard let self else { return }
            let isOpen = state.withLock { $0.questions[answer]?.contains { $0.number == number } ?? false }
            if isOpen {
                finish(
                    .radio(.resetting),
                    TransportError(.unavailable, "The radio process did not answer within \(answerTimeout)."))
            }
        }
    }

    /// Handles a report. Returns `true` if more reports are wanted.
    func handle(_ report: Result<RadioReport, TransportError>) -> Bool {
        do throws(TransportError) { return process(try report.get()) } catch {
            finish(.radio(.resetting), error)
            return false
        }
    }

    private func process(_ report: RadioReport) -> Bool {
        switch report {
        case .ready(let radio): state.withLock { $0.radio = radio }
        case .connected(let peer):
            // A client has one server, and a peer connects once.
            let isNew = state.withLock { isServer != (peer == .server) && $0.peers.insert(peer).inserted }
            return isNew ? emit(.connected(peer)) : fault()
        case .limit(let limit, let peer): return emit(.valueLimit(limit, peer), of: peer)
        case .subscribed(let characteristic, let peer): return emit(.subscribed(characteristic, peer), of: peer)
        case .received(let value, let characteristic, let peer):
            return emit(.received(value, characteristic, peer), of: peer)
        case .sent: return complete(.sent, .success([]))
        case .read(let characteristic, let value):
            return complete(.read(characteristic), value.map { .success($0) } ?? .failure(.refused))
        case .didSubscribe(let characteristic, let isSubscribed):
            return complete(.subscription(characteristic), isSubscribed ? .success([]) : .failure(.refused))
        case .channelOpened(let peer): return isServer ? emit(.channelOpened(peer), of: peer) : fault()
        case .didOpenChannel(let isOpen): return complete(.channel, isOpen ? .success([]) : .failure(.refused))
        case .disconnected(let peer, let end):
            guard state.withLock({ $0.peers.remove(peer) }) != nil else { return fault() }
            guard emit(.disconnected(peer, end)) else { return false }
            if !isServer { finish(end, TransportError(.disconnected, "The server disconnected.")) }
            return isServer
        case .closed(let end, let text):
            finish(end, TransportError(end == .unusable ? .unusable : .unavailable, "The radio process: \(text)"))
            return false
        }
        return true
    }

    private func emit(_ event: LinkEvent) -> Bool {
        if case .dropped = events.yield(event) {
            finish(
                .unusable,
                TransportError(.tooLarge, "More than \(RadioConversation.mostEvents) events of the link are unread."))
            return false
        }
        return true
    }

    private func emit(_ event: LinkEvent, of peer: LinkPeer) -> Bool {
        state.withLock { $0.peers.contains(peer) } ? emit(event) : fault()
    }

    private func complete(_ answer: Answer, _ result: Result<[UInt8], TransportError>) -> Bool {
        let question = state.withLock { state -> Question? in
            guard state.questions[answer]?.isEmpty == false else { return nil }
            return state.questions[answer]?.removeFirst()
        }
        guard let question else { return fault() }
        question.complete(result)
        return true
    }

    /// Ends the link because a report contradicts earlier ones.
    private func fault() -> Bool {
        finish(.radio(.resetting), RadioFrame.fault())
        return false
    }

    func finish(_ end: LinkEnd, _ error: TransportError) {
        let (isFirst, socket, questions) = state.withLock { state in
            guard state.fault == nil else { return (false, nil as RadioSocket?, [] as [Question]) }
            state.fault = error
            defer {
                state.questions = [:]
                state.peers = []
                state.socket = nil
            }
            return (true, state.socket, state.questions.values.flatMap { $0 })
        }
        guard isFirst else { return }
        socket?.close()
        for question in questions { question.complete(.failure(error)) }
        // If the buffer is full, the end of the stream reports the end too.
        events.yield(.closed(end))
        events.finish()
    }
}

extension TransportError {
    fileprivate static var refused: TransportError {
        TransportError(.unusable, "The server lacks the characteristic or channel, or refused access.")
    }
}
