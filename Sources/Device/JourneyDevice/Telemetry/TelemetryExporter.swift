package import JourneyBase
internal import Synchronization

/// Sends telemetry to a gateway or a collector: OTLP over HTTP in JSON, in batches.
///
/// Recording never waits and never fails: items that can't be sent are lost, and the loss is counted. Nothing is stored on the
/// device. The exporter exists only with the person's consent.
package final class TelemetryExporter: Sendable {
    /// The limits of the exporter.
    package struct Limits: Sendable {
        /// The most items in the queue.
        var queue = 512
        /// The most items in one request.
        var batch = 128
        /// The time for which the first item of a batch waits for others.
        var delay: Duration = .seconds(5)
        /// The time limit of one attempt.
        var timeout: Duration = .seconds(10)

        init() {}
    }

    private struct State {
        var queue: TelemetryQueue
        var worker: Task<Void, Never>?
        /// `true` when items are sent without waiting for a full batch.
        var isHurried = false
        var isClosed = false
        /// The wait for a full batch.
        var batchWait: Task<Void, Never>?
    }

    private let address: @Sendable (OTLP.Signal) -> HTTPSURL?
    private let transport: any HTTPTransport
    private let headers: @Sendable () -> HTTPFields
    private let resource: [TelemetryField]
    private let limits: Limits
    private let dependencies: Dependencies
    private let trace: TraceID
    private let state: Mutex<State>

    /// Creates an exporter for `resource`. `address` returns the receiver's address of each signal; `headers` returns the headers
    /// of each request.
    package init(
        resource: [TelemetryField?], transport: any HTTPTransport, dependencies: Dependencies,
        limits: Limits = Limits(),
        headers: @escaping @Sendable () -> HTTPFields = { [:] }, address: @escaping @Sendable (OTLP.Signal) -> HTTPSURL?
    ) {
        self.resource = resource.compactMap { $0 }
        self.transport = transport
        self.dependencies = dependencies
        self.limits = limits
        self.headers = headers
        self.address = address
        trace = .random(dependencies)
        state = Mutex(State(queue: TelemetryQueue(capacity: limits.queue)))
    }

    /// Records `item` and returns at once.
    package func record(_ item: TelemetryItem) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.queue.add(item)
            if state.queue.count >= limits.batch { state.batchWait?.cancel() }
            if state.worker == nil { state.worker = Task { await self.work() } }
        }
    }

    /// Sends the queue for at most `limit`; the rest is lost, and nothing more is recorded.
    package func finish(within limit: Duration) async {
        let worker = state.withLock { state in
            state.isHurried = true
            state.isClosed = true
            state.batchWait?.cancel()
            return state.worker
        }
        guard let worker else { return }
        let clock = dependencies.clock
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await worker.value }
            group.addTask {
                guard (try? await clock.sleep(for: limit)) != nil else { return }
                worker.cancel()
            }
            await group.next()
            group.cancelAll()
        }
    }

    /// Discards the queue; nothing more is recorded.
    package func discard() {
        let worker = state.withLock { state in
            state.isClosed = true
            state.queue.removeAll()
            return state.worker
        }
        worker?.cancel()
    }

    private func work() async {
        while !Task.isCancelled {
            await waitForBatch()
            let (batch, lost) = state.withLock { ($0.queue.batch(limits.batch), $0.queue.takeDropped()) }
            let report = TelemetryEvent(
                .dropped, traceID: trace, time: TelemetryTime(dependencies.now()),
                fields: [TelemetryField(.count, Int64(lost))])
            await send(lost > 0 ? batch + [.event(report)] : batch)
            let isOver = state.withLock { state in
                guard state.queue.isEmpty else { return false }
                state.worker = nil
                return true
            }
            if isOver { return }
        }
    }

    /// Waits for a full batch, the delay, or the end.
    private func waitForBatch() async {
        let batchWait = state.withLock { state -> Task<Void, Never>? in
            guard !state.isHurried, state.queue.count < limits.batch else { return nil }
            let batchWait = Task { [clock = dependencies.clock, delay = limits.delay] in
                _ = try? await clock.sleep(for: delay)
            }
            state.batchWait = batchWait
            return batchWait
        }
        guard let batchWait else { return }
        await withTaskCancellationHandler {
            await batchWait.value
        } onCancel: {
            batchWait.cancel()
        }
        state.withLock { $0.batchWait = nil }
    }

    private func send(_ items: [TelemetryItem]) async {
        let spans = items.compactMap { if case .span(let span) = $0 { span } else { nil } }
        let events = items.compactMap { if case .event(let event) = $0 { event } else { nil } }
        if !spans.isEmpty { await deliver(OTLP.request(spans, resource: resource), .traces) }
        if !events.isEmpty { await deliver(OTLP.request(events, resource: resource), .logs) }
    }

    private func deliver(_ body: JSONValue, _ signal: OTLP.Signal) async {
        guard let url = address(signal) else { return }
        let bytes = body.compactBytes
        var attempt = 1
        while !Task.isCancelled {
            var request = HTTPRequest(method: .post, url: url, headers: headers(), body: bytes)
            request.headers["Content-Type"] = "application/json"
            let response = try? await transport.send(
                request, options: HTTPOptions(timeout: limits.timeout, bodyLimit: 65_536))
            switch ExportVerdict.after(
                response, attempt: attempt, now: dependencies.now(), random: dependencies.random)
            {
            case .done: return
            case .lost:
                dependencies.log.record(
                    .info, "Telemetry was not delivered",
                    [.status: response.map { String($0.status) } ?? "0", .count: String(attempt)])
                return
            case .again(let wait):
                guard (try? await dependencies.clock.sleep(for: wait)) != nil else { return }
                attempt += 1
            }
        }
    }
}
