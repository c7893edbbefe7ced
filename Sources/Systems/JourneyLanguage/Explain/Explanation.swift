package import JourneyBase

/// The result of playing a recorded event script against a manifest, step by step, with the state machine that runs on phones.
///
/// Nothing is sent, shown or stored. The manifest's signature is neither needed nor checked, so no `Journey` can be obtained from
/// an explanation.
package struct Explanation: Sendable {
    /// One recorded occurrence, in order.
    package enum Entry: Sendable {
        /// An entry of the script, counted from 0, as a short text.
        case script(index: Int, words: String)
        /// A step was entered for the `visit`th time.
        case enter(step: String, type: String, visit: Int)
        /// An event reached the step; `depth` is the number of events that it follows from.
        case event(name: String, depth: Int, payload: JSONValue)
        /// A guard was evaluated. `value` is `nil` if evaluation failed; `error` then has the reason. The guarded transition
        /// would raise `emit` and lead to `target`.
        case condition(
            TransitionPlace, source: String, value: Bool?, error: String?, seen: [(path: String, value: JSONValue?)],
            emit: String?,
            target: String?)
        /// The selected transition.
        case transition(TransitionPlace, emit: String?, target: String?)
        /// A call that would be made. `problem` is the reason why it could not be sent, if any.
        case call(operation: String, attempt: Int, carriesKey: Bool, arguments: JSONValue, problem: String?)
        /// The bank's reply to the try `number` of a call, as a short text.
        case reply(operation: String, number: Int, words: String)
        case emitToPage(name: String, payload: JSONValue)
        /// Any other effect; none is executed: `show`, `run`, `wait`, `startTimer`, `cancelTimer`, `save`, `inquire`, `kill`.
        case effect(name: String, detail: String)
        case diagnostic(code: String, message: String)
        /// Time passed.
        case time(seconds: Double)
        /// The expectation at `index` of the script was compared with the run.
        case expectation(index: Int, differences: [Difference])
        /// A script entry that the run could not use, with the reason.
        case mismatch(String)
    }

    let journey: String
    package internal(set) var entries: [Entry] = []
    /// The step that the run ends in.
    package internal(set) var step = ""
    /// The outcome, or `nil` if the script ends before the run does.
    package internal(set) var outcome: Outcome<JSONValue>?

    init(journey: String) { self.journey = journey }

    /// `true` if every entry of the script fitted, and the run did what the script expects.
    package var isWhole: Bool { failures.isEmpty }

    /// The entries of the script that did not fit, in order.
    package var failures: [Failure] {
        entries.compactMap { entry in
            switch entry {
            case .mismatch(let message): Failure(index: nil, message: message, differences: [])
            case .expectation(let index, let differences) where !differences.isEmpty:
                Failure(index: index, message: "events[\(index)] expects something else.", differences: differences)
            default: nil
            }
        }
    }

    /// An entry of the script that does not fit the run.
    package struct Failure: Sendable {
        /// The index of an expectation; `nil` for an entry that the run could not use, whose message names it.
        package let index: Int?
        package let message: String
        /// The differences from an expectation.
        package let differences: [Difference]
    }

    /// Plays `script` against the manifest. Throws `JourneyError` with the loader's codes for the manifest and its bundle.
    /// Validity period, signature and `minSdk` are not checked.
    package init(manifest: [UInt8], openAPI: [UInt8], script: EventScript) throws(JourneyError) {
        self = try JourneyScripts(manifest: manifest, openAPI: openAPI).explanation(of: script)
    }
}
