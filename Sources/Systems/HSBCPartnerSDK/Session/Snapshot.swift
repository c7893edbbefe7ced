internal import Foundation
internal import JourneyBase
internal import JourneyLanguage

/// Where a run is, as it is stored: never what a person typed, and no token.
struct Snapshot: Equatable {
    /// A tracked logical attempt, and what is known of it.
    struct Attempt: Equatable {
        /// `nil` for a call that may move money and carries no key: the bank can't be asked about it.
        let key: String?
        /// The operation's id.
        let operation: String
        var known: ResumePoint.Attempt
    }

    var journey: JourneyID
    /// The step to go on in.
    var step: StepID
    /// What the manifest has kept of the steps' outputs.
    var outputs: [String: [String: String]] = [:]
    /// By scope. What is said of each is said outright: nothing follows from what is missing.
    var attempts: [String: Attempt] = [:]
    /// The session's own key.
    var idempotencyKey: String
    var time: Date
    /// From then on the run cannot be resumed.
    var expires: Date
    /// Of the manifest that the run was made of.
    var manifestHash: [UInt8]
    var sequence: Int64?
    /// RFC 7638 thumbprint of the installation's key.
    var instanceKey: String
    /// Whose run it is.
    var person = Subject()
    /// Whether the manifest's resume policy has let the run be saved.
    var isOffered = false
    /// Whether the journey came to its end; what is kept is there to ask the bank about.
    var isOver = false
    /// SHA-256 of the number in the one resume token that is good; `nil` when none is.
    var ticket: [UInt8]?

    /// Where the machine goes on.
    var point: ResumePoint {
        ResumePoint(step: step, outputs: outputs, attempts: attempts.mapValues(\.known))
    }

    /// The attempts whose end nobody has heard, by scope.
    var inDoubt: [String: Attempt] { attempts.filter { $0.value.known.state == .open } }

    /// Whether a call was stored whose end is not known.
    var isInDoubt: Bool { !inDoubt.isEmpty }

    /// Whether a payment of it was heard of, and its host has not been told how it ended.
    var hasPaid: Bool { !isOver && attempts.values.contains { $0.known.state == .done } }

    /// Whether it holds a payment of which something is still to be told: then it stays, however old it is.
    var holdsPayment: Bool { isInDoubt || hasPaid }

    /// The operations that were done or may have been.
    var operations: [String] { attempts.values.filter { $0.known.state != .refused }.map(\.operation).sorted() }

    /// Whether a host may be offered the run.
    var isResumable: Bool { !isOver && (isOffered || holdsPayment) }

    /// Whether it is of any use at `now`.
    func isOfUse(at now: Date) -> Bool { holdsPayment || isResumable && expires > now }
}
