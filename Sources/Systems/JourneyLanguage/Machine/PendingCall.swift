package import JourneyBase
internal import JourneyWire

/// A call that an event started.
package struct PendingCall: Sendable, Identifiable {
    /// The number of the call within a run, from 1.
    package struct ID: Hashable, Sendable {
        package let rawValue: Int
        init(rawValue: Int) { self.rawValue = rawValue }
    }

    package let id: ID
    package let step: StepID
    /// The visit of the step during which the call began.
    package let visit: Int
    /// The binding's index in the step.
    let bindingIndex: Int
    package let binding: Binding
    package let arguments: [String: JSONValue]
    /// The manifest's headers for this call, with templates filled in. The SDK's own headers take precedence.
    package internal(set) var headers: HTTPFields = [:]
    /// The keyed fingerprint of the arguments. The key is stored separately, so amounts cannot be found by guessing. The
    /// session's own key is mixed in, so that fingerprints of two runs are unrelated.
    package let fingerprint: [UInt8]
    /// The logical attempt, from 1. It increases when the user acts again after the run has received the last result, or with
    /// other arguments. A repetition without a result stays the same attempt, so that no payment is made twice.
    let attempt: Int
    /// The step's literal key of manifest 1.1, which becomes part of the idempotency key.
    package let literalKey: String?
    /// `true` if the call carries no key but may move money, so that a lost response must not be reported as a failure.
    let mayMoveMoney: Bool

    /// The arguments of the query that decides the call if its answer is lost; `nil` without one.
    package internal(set) var queryArguments: [String: JSONValue]?

    /// `true` if the call carries an idempotency key: it is a write, and its operation declares the key's header.
    package var carriesKey: Bool { binding.carriesKey }

    /// Returns the arguments and headers with the idempotency key where the manifest places it.
    ///
    /// - Parameter key: The key, or `nil` for a call without one.
    /// - Returns: The arguments, and the header that carries the key.
    package func placing(_ key: String?) -> (arguments: [String: JSONValue], header: (name: String, value: String)?) {
        guard let key else { return (arguments, nil) }
        guard let placement = binding.keyPlacement else {
            return (arguments, binding.declaresEffects ? nil : (BankHeader.idempotencyKey, key))
        }
        switch placement.place {
        case .header(let name): return (arguments, (name, placement.text(key)))
        case .body(let names):
            var arguments = arguments
            let qualified = "body.\(names[0])"
            let name = binding.operation.inputs[qualified] == nil ? names[0] : qualified
            arguments[name] = PendingCall.setting(arguments[name], names.dropFirst(), to: .string(placement.text(key)))
            return (arguments, nil)
        }
    }

    /// The call with a key in the right place, for checks that send nothing.
    package static let sampleKey = "00000000-0000-4000-8000-000000000000"

    private static func setting(
        _ value: JSONValue?, _ names: ArraySlice<String>, to new: JSONValue
    ) -> JSONValue {
        guard let name = names.first else { return new }
        var members = value?.object ?? [:]
        members[name] = setting(members[name], names.dropFirst(), to: new)
        return .object(members)
    }

    /// `true` if the run tracks the call until its result is known: it carries a key, or may move money without one.
    package var isTracked: Bool { carriesKey || mayMoveMoney }

    /// The logical attempt within a session, as step, binding and attempt. Each scope has one idempotency key.
    package var scope: String { slot.scope(attempt) }

    /// The name of the call's poll in the run, which a resumed run knows it by.
    package var pollName: String { "\(slot.step)/\(slot.binding)" }

    struct Slot: Hashable, Sendable {
        let step: StepID
        let binding: Int

        /// The place of the binding in the manifest, such as `steps.pay.bindings[0]`.
        var place: String { "steps.\(step).bindings[\(binding)]" }

        func scope(_ attempt: Int) -> String { "\(step)/\(binding)/\(attempt)" }

        /// Returns the slot and the attempt that `scope` denotes.
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
