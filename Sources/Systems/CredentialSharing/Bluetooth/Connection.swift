internal import JourneyBase
internal import Synchronization

/// The driver of a `ConnectionMachine`: it feeds events in and performs the effects in order.
final class Connection: Sendable {
    private struct State {
        var machine: ConnectionMachine
        var effects: [ConnectionMachine.Effect] = []
        var isActing = false
        var lastNumber = 0
        var senders: [ChunkQueue.Number: CheckedContinuation<Result<Void, TransportError>, Never>] = [:]
        var closers: [CheckedContinuation<Void, Never>] = []
        var links: [any ProximityLink] = []
        var tasks: [Task<Void, Never>] = []
        var timer: Task<Void, Never>?
        var operations: [Int: Task<Void, Never>] = [:]
    }

    private let clock: any Clock<Duration>
    private let ended: @Sendable () -> Void
    private let state: Mutex<State>
    let events = EventQueue()

    init(
        _ plan: ConnectionPlan, limits: TransportLimits, clock: any Clock<Duration>,
        ended: @escaping @Sendable () -> Void
    ) {
        self.clock = clock
        self.ended = ended
        state = Mutex(State(machine: ConnectionMachine(plan, limits: limits)))
    }

    var progress: TransferProgress { state.withLock(\.machine.progress) }

    /// Opens the links of `plan` and forwards their events.
    func start(_ plan: ConnectionPlan, over radio: any ProximityTransport) {
        let links = plan.options.map { $0.isServer ? radio.advertise($0.service) : radio.connect(to: $0.service) }
        state.withLock { $0.links = links }
        let tasks = links.enumerated().map { index, link in
            Task { [weak self] in
                for await event in link.events { self?.feed(.happened(event), link: index) }
                self?.feed(.happened(.closed(.here)), link: index)
            }
        }
        state.withLock { $0.tasks = tasks }
    }

    func send(_ message: [UInt8]) async throws(TransportError) {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                act { state in
                    state.lastNumber += 1
                    state.senders[state.lastNumber] = continuation
                    return state.machine.handle(.send(message, state.lastNumber))
                }
            }
        } onCancel: {
            close()
        }
        try result.get()
    }

    func finish() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                act { state in
                    guard !state.machine.isOver else {
                        continuation.resume()
                        return []
                    }
                    state.closers.append(continuation)
                    return state.machine.handle(.finish)
                }
            }
        } onCancel: {
            close()
        }
    }

    func close() { act { $0.machine.handle(.close) } }

    /// Tells the machine that the caller has consumed a message.
    func didConsume() { act { $0.machine.handle(.consumed(1)) } }

    private func feed(_ event: LinkMachine.Event, link: Int) { act { $0.machine.handle(event, link: link) } }

    /// Changes the state and performs the resulting effects, after those of earlier changes. If another caller is
    /// performing effects already, that caller performs these too.
    private func act(_ change: (inout State) -> [ConnectionMachine.Effect]) {
        let isMine = state.withLock { state in
            state.effects += change(&state)
            defer { state.isActing = true }
            return !state.isActing
        }
        guard isMine else { return }
        while let effect = next() { perform(effect) }
    }

    private func next() -> ConnectionMachine.Effect? {
        state.withLock { state in
            guard state.effects.isEmpty else { return state.effects.removeFirst() }
            state.isActing = false
            return nil
        }
    }

    private func perform(_ effect: ConnectionMachine.Effect) {
        switch effect {
        case .perform(let operation, let index): operate(operation, index)
        case .stopAdvertising(let index): link(index).stopAdvertising()
        case .close(let index): link(index).close()
        case .wait(let number, let duration, let index): wait(number, duration, index)
        case .taken(let number): sender(number)?.resume(returning: .success(()))
        case .refused(let number, let error): sender(number)?.resume(returning: .failure(error))
        case .notify(let event):
            // A caller that learns of the end finds all resources released.
            if case .disconnected = event { end() }
            events.put(event)
        }
    }

    private func link(_ index: Int) -> any ProximityLink { state.withLock { $0.links[index] } }

    private func sender(_ number: ChunkQueue.Number) -> CheckedContinuation<Result<Void, TransportError>, Never>? {
        state.withLock { $0.senders.removeValue(forKey: number) }
    }

    private func operate(_ operation: LinkMachine.Operation, _ index: Int) {
        let link = link(index)
        let task = Task { [weak self] in
            do throws(TransportError) {
                var answer: [UInt8] = []
                switch operation {
                case .read(let characteristic): answer = try await link.read(characteristic)
                case .subscribe(let characteristic): try await link.subscribe(characteristic)
                case .send(let value, let characteristic, let peer):
                    try await link.send(value, on: characteristic, to: peer)
                case .openChannel(let number): try await link.openChannel(number)
                }
                self?.feed(.done(answer), link: index)
            } catch { self?.feed(.failed(error), link: index) }
        }
        state.withLock { $0.operations[index] = task }
    }

    private func wait(_ number: Int, _ duration: Duration, _ index: Int) {
        let timer = Task { [weak self, clock] in
            guard (try? await clock.sleep(for: duration)) != nil else { return }
            self?.feed(.passed(number), link: index)
        }
        let earlier = state.withLock { state in
            defer { state.timer = timer }
            return state.timer
        }
        earlier?.cancel()
    }

    /// Cancels all tasks and resumes the waiting `finish()` calls; called for the last event.
    private func end() {
        let (tasks, closers) = state.withLock { state in
            defer {
                (state.tasks, state.timer, state.operations, state.closers) = ([], nil, [:], [])
            }
            return (state.tasks + [state.timer].compactMap(\.self) + state.operations.values, state.closers)
        }
        for task in tasks { task.cancel() }
        ended()
        for closer in closers { closer.resume() }
    }
}
