internal import Foundation
internal import JourneyBase
internal import JourneyDevice
internal import JourneyLanguage
internal import Synchronization

/// Records one run as spans: the journey, its steps, and their calls and plugins.
///
/// It exists only with the person's consent. Values that don't fit the telemetry fields are not recorded.
final class RunTelemetry: Sendable {
    private struct Open {
        var id: SpanID
        var start: TelemetryTime
        var elapsed: @Sendable () -> Duration
    }

    private struct State {
        var root: Open
        var step: (name: StepID, span: Open)?
    }

    let traceID: TraceID
    private let exporter: TelemetryExporter
    private let dependencies: Dependencies
    private let journey: TelemetryField?
    private let correlation: TelemetryField?
    private let state: Mutex<State>

    init(
        traceID: TraceID, journey: JourneyID, correlationID: String, exporter: TelemetryExporter,
        dependencies: Dependencies
    ) {
        self.traceID = traceID
        self.exporter = exporter
        self.dependencies = dependencies
        self.journey = TelemetryField(.journey, journey.rawValue)
        correlation = TelemetryField(.correlation, correlationID)
        state = Mutex(State(root: RunTelemetry.open(dependencies)))
        event(.journeyBegin)
    }

    private static func open(_ dependencies: Dependencies) -> Open {
        Open(
            id: .random(dependencies), start: TelemetryTime(dependencies.now()), elapsed: stopwatch(dependencies.clock))
    }

    /// Records an event that the host receives.
    func observe(_ event: JourneyEvent) {
        switch event {
        case .stepEnter(let step):
            state.withLock { $0.step = (step, RunTelemetry.open(dependencies)) }
        case .stepExit: closeStep()
        case .error(let code, _, let step):
            self.event(.error, [TelemetryField(.code, code), step.flatMap { TelemetryField(.step, $0.rawValue) }])
        case .result(let outcome): close(outcome)
        // Calls are recorded as spans; message names are chosen by pages.
        case .journeyBegin, .journeyResume, .apiCall, .bridgeMessage: break
        }
    }

    /// Records one attempt of a call, whose span id was sent in `traceparent`.
    func call(
        _ span: SpanID, operation: String, method: HTTPMethod, attempt: Int, status: Int?, code: ErrorCode?,
        took: Duration
    ) {
        record(
            .call, span, took: took, hasFailed: code != nil,
            [
                TelemetryField(.operation, operation), TelemetryField(.httpMethod, method.rawValue),
                TelemetryField(.attempt, Int64(attempt)), status.flatMap { TelemetryField(.status, Int64($0)) },
                code.flatMap { TelemetryField(.code, $0.rawValue) },
            ])
    }

    /// Records one call of a plugin.
    func plugin(_ name: String, method: String, code: ErrorCode?, took: Duration) {
        record(
            .plugin, .random(dependencies), took: took, hasFailed: code != nil,
            [
                TelemetryField(.plugin, name), TelemetryField(.method, method),
                code.flatMap { TelemetryField(.code, $0.rawValue) },
            ])
    }

    var clock: any Clock<Duration> { dependencies.clock }

    /// Records a span that ends now, below the open step or the journey.
    private func record(
        _ name: TelemetrySpan.Name, _ id: SpanID, took: Duration, hasFailed: Bool, _ fields: [TelemetryField?]
    ) {
        let (parent, now, step) = state.withLock { state in
            (
                state.step?.span.id ?? state.root.id, state.root.start.after(state.root.elapsed()),
                state.step.flatMap { TelemetryField(.step, $0.name.rawValue) }
            )
        }
        let nanoseconds = UInt64(max(0, took / .nanoseconds(1)))
        let start = TelemetryTime(nanoseconds: now.nanoseconds - min(now.nanoseconds, nanoseconds))
        exporter.record(
            .span(
                TelemetrySpan(
                    name, traceID: traceID, spanID: id, parent: parent, start: start, end: now, hasFailed: hasFailed,
                    fields: [journey, correlation, step] + fields)))
    }

    private func closeStep() {
        let closed = state.withLock { state in
            defer { state.step = nil }
            return (state.step, state.root.id)
        }
        guard let (name, span) = closed.0 else { return }
        exporter.record(
            .span(
                TelemetrySpan(
                    .step, traceID: traceID, spanID: span.id, parent: closed.1, start: span.start,
                    end: span.start.after(span.elapsed()),
                    fields: [journey, correlation, TelemetryField(.step, name.rawValue)])))
    }

    private func close(_ outcome: Outcome<JSONValue>) {
        closeStep()
        let (name, code): (String, ErrorCode?) =
            switch outcome {
            case .completed: ("completed", nil)
            case .pending: ("pending", nil)
            case .cancelled: ("cancelled", nil)
            case .failed(let error): ("failed", error.code)
            }
        let fields = [TelemetryField(.outcome, name), code.flatMap { TelemetryField(.code, $0.rawValue) }]
        let root = state.withLock(\.root)
        exporter.record(
            .span(
                TelemetrySpan(
                    .journey, traceID: traceID, spanID: root.id, start: root.start,
                    end: root.start.after(root.elapsed()),
                    hasFailed: code != nil, fields: [journey, correlation] + fields)))
        event(.result, fields)
    }

    private func event(_ name: TelemetryEvent.Name, _ fields: [TelemetryField?] = []) {
        let (span, time) = state.withLock { state in
            (state.step?.span.id ?? state.root.id, state.root.start.after(state.root.elapsed()))
        }
        exporter.record(
            .event(
                TelemetryEvent(
                    name, traceID: traceID, spanID: span, time: time, fields: [journey, correlation] + fields)))
    }
}
