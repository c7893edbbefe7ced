package import JourneyBase

/// What a manifest does with a recorded script of events, step by step, by the machine that runs it on a phone.
///
/// Nothing is sent, shown or kept. The manifest's signature is neither needed nor checked, so there is no journey to be had
/// of it.
package struct Explanation: Sendable {
    /// One thing that happened, in order.
    package enum Entry: Sendable {
        /// An entry of the script, counted from 0, in a few words.
        case script(index: Int, words: String)
        /// A step was entered, for the `visit`th time.
        case enter(step: String, type: String, visit: Int)
        /// An event reached the step; `depth` tells how many events it follows from.
        case event(name: String, depth: Int, payload: JSONValue)
        /// A guard was looked at. `value` is `nil` when it could not be decided; then `error` says why. The transition that
        /// it stands before would raise `emit` and lead to `target`.
        case condition(
            source: String, value: Bool?, error: String?, seen: [(path: String, value: JSONValue?)], emit: String?,
            target: String?)
        /// The transition that is taken.
        case transition(event: String, emit: String?, target: String?)
        /// A call that would be made. `problem` says why it could not be sent as it stands.
        case call(operation: String, attempt: Int, carriesKey: Bool, arguments: JSONValue, problem: String?)
        case emitToPage(name: String, payload: JSONValue)
        /// Any other effect, which is not run: `show`, `run`, `wait`, `startTimer`, `cancelTimer`, `save`, `inquire`.
        case effect(name: String, detail: String)
        case diagnostic(code: String, message: String)
        /// An entry of the script that the run could not use, and why.
        case mismatch(String)
    }

    let journey: String
    package internal(set) var entries: [Entry] = []
    /// Where the run is at the end.
    package internal(set) var step = ""
    /// `nil` when the script ends before the run does.
    package internal(set) var outcome: Outcome<JSONValue>?

    init(journey: String) { self.journey = journey }

    /// Whether the script fitted.
    package var isWhole: Bool { !entries.contains { if case .mismatch = $0 { true } else { false } } }

    /// Throws `JourneyError` with the loader's codes for the manifest and its bundle. Time, signature and `minSdk` are not
    /// looked at.
    package init(manifest: [UInt8], openAPI: [UInt8], script: EventScript) throws(JourneyError) {
        self = try reporting { () throws(Refusal) in
            let document = try JourneyLoader.read(manifest)
            let hash = try document.canonicalForm()
            let journey = try JourneyBuilder.journey(try ManifestHead(document), hash: hash, openAPI: openAPI)
            return Explainer.explain(journey, script)
        }
    }
}
