public import JourneyBase

/// A call that an event set off.
public struct PendingCall: Sendable, Identifiable {
    /// Counts the calls of a run from 1.
    public struct ID: Hashable, Sendable {
        public let rawValue: Int
        init(rawValue: Int) { self.rawValue = rawValue }
    }

    public let id: ID
    public let step: StepID
    /// The stay in the step during which it began.
    public let visit: Int
    /// The binding's place among the step's.
    public let bindingIndex: Int
    public let binding: Binding
    public let arguments: [String: JSONValue]
    /// The manifest's headers for this call, templates filled in. The run's own win over them.
    public internal(set) var headers: HTTPFields = [:]
    /// The logical attempt, from 1. It grows when the person acts again after the run has heard what became of the last
    /// one, or with other arguments; the same again after silence stays the same attempt, so that no payment is made
    /// twice.
    public let attempt: Int
    /// The step's literal of manifest 1.1, which joins the key.
    public let literalKey: String?

    /// Whether it carries an idempotency key: it changes something, and the operation or the step knows keys.
    public var carriesKey: Bool { PendingCall.carriesKey(binding, literal: literalKey) }

    static func carriesKey(_ binding: Binding, literal: String?) -> Bool {
        binding.operation.method != .get && binding.operation.method != .head
            && (binding.operation.takesIdempotencyKey || literal != nil)
    }

    /// Names the logical attempt within a session: step, binding and attempt. One key belongs to it.
    public var scope: String { "\(step)/\(bindingIndex)/\(attempt)" }

    struct Slot: Hashable, Sendable {
        let step: StepID
        let binding: Int
    }

    var slot: Slot { Slot(step: step, binding: bindingIndex) }
}
