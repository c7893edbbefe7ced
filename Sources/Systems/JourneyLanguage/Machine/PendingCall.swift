package import JourneyBase

/// A call that an event set off.
package struct PendingCall: Sendable, Identifiable {
    /// Counts the calls of a run from 1.
    package struct ID: Hashable, Sendable {
        package let rawValue: Int
        init(rawValue: Int) { self.rawValue = rawValue }
    }

    package let id: ID
    package let step: StepID
    /// The stay in the step during which it began.
    package let visit: Int
    /// The binding's place among the step's.
    let bindingIndex: Int
    package let binding: Binding
    package let arguments: [String: JSONValue]
    /// The manifest's headers for this call, templates filled in. The run's own win over them.
    package internal(set) var headers: HTTPFields = [:]
    /// Of the arguments, by a key that is kept apart from it: nobody can find out an amount by trying. The session's own key
    /// is mixed in, so that two runs have nothing in common.
    package let fingerprint: [UInt8]
    /// The logical attempt, from 1. It grows when the person acts again after the run has heard what became of the last
    /// one, or with other arguments; the same again after silence stays the same attempt, so that no payment is made
    /// twice.
    let attempt: Int
    /// The step's literal of manifest 1.1, which joins the key.
    package let literalKey: String?
    /// Whether it carries no key and may move money all the same, so that a lost answer must not be called a failure.
    let mayMoveMoney: Bool

    /// Whether it carries an idempotency key: it changes something, and its operation declares the key's header.
    package var carriesKey: Bool { binding.carriesKey }

    /// Whether the run accounts for it until its end is known: it carries a key, or may move money without one.
    package var isTracked: Bool { carriesKey || mayMoveMoney }

    /// Names the logical attempt within a session: step, binding and attempt. One key belongs to it.
    package var scope: String { slot.scope(attempt) }

    struct Slot: Hashable, Sendable {
        let step: StepID
        let binding: Int

        func scope(_ attempt: Int) -> String { "\(step)/\(binding)/\(attempt)" }

        /// The slot and the attempt that `scope` names.
        static func parse(_ scope: String) -> (slot: Slot, attempt: Int)? {
            let parts = scope.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 3, let step = StepID(String(parts[0])), let binding = Int(parts[1]), binding >= 0,
                let attempt = Int(parts[2]), attempt >= 1
            else { return nil }
            return (Slot(step: step, binding: binding), attempt)
        }
    }

    var slot: Slot { Slot(step: step, binding: bindingIndex) }
}
