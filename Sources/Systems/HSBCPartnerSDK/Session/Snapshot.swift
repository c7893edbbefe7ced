internal import Foundation
internal import JourneyBase
internal import JourneyLanguage

/// The stored position of a run. It never contains what a person typed, nor a token.
struct Snapshot: Equatable {
    /// A tracked logical attempt and its state.
    struct Attempt: Equatable {
        /// `nil` for a call that may move money and has no key: the bank can't be asked about it.
        let key: String?
        /// The operation's id.
        let operation: String
        var known: ResumePoint.Attempt
        /// The time at which the key was made; `nil` in a snapshot of an earlier version.
        var began: Date?
        /// The SHA-256 of the stored requests; `nil` for a call whose requests are not stored.
        var request: [UInt8]?
        /// The length of the stored requests in bytes; 0 where only their digest is known.
        var requestSize = 0
        /// The time at which the status query was first sent.
        var asked: Date?
    }

    var journey: JourneyID
    /// The step to resume in.
    var step: StepID
    /// The step outputs that the manifest keeps.
    var outputs: [String: [String: String]] = [:]
    /// The attempts by scope. Each has an explicit state; a missing one means nothing.
    var attempts: [String: Attempt] = [:]
    /// The times at which polls of steps began, by `PendingCall.pollName`.
    var polls: [String: Date] = [:]
    /// The session's own key.
    var idempotencyKey: String
    var time: Date
    /// The time from which the run can't be resumed.
    var expires: Date
    /// The hash of the run's manifest.
    var manifestHash: [UInt8]
    var sequence: Int64?
    /// RFC 7638 thumbprint of the installation's key.
    var instanceKey: String
    /// The person of the run.
    var person = Subject()
    /// `true` when the manifest's resume policy allowed the run to be saved.
    var isOffered = false
    /// `true` when the journey has ended; the snapshot only serves to reconcile its payments.
    var isOver = false
    /// SHA-256 of the number in the valid resume token; `nil` when there is none.
    var ticket: [UInt8]?

    /// The point at which the machine resumes.
    var point: ResumePoint {
        ResumePoint(step: step, outputs: outputs, attempts: attempts.mapValues(\.known))
    }

    /// The attempts whose outcome is unknown, by scope.
    var inDoubt: [String: Attempt] { attempts.filter { $0.value.known.state == .open } }

    /// `true` when a stored call's outcome is unknown.
    var isInDoubt: Bool { !inDoubt.isEmpty }

    /// `true` when the run has paid, and its host has not been notified of its end.
    var hasPaid: Bool { !isOver && attempts.values.contains { $0.known.state == .done } }

    /// `true` when the run has a payment that is still to be reported. Such a snapshot is kept, whatever its age.
    var holdsPayment: Bool { isInDoubt || hasPaid }

    /// The operations that were executed or may have been.
    var operations: [String] { attempts.values.filter { $0.known.state != .refused }.map(\.operation).sorted() }

    /// `true` when a host may be offered the run.
    var isResumable: Bool { !isOver && (isOffered || holdsPayment) }

    /// Returns `true` when the snapshot is still needed at `now`.
    func isOfUse(at now: Date) -> Bool { holdsPayment || isResumable && expires > now }
}
