internal import Foundation
internal import JourneyBase
internal import JourneyLanguage

/// A suspended run that is to be resumed.
struct SuspendedRun: Sendable {
    /// The run's name in the store: its first correlation id.
    let run: String
    let snapshot: Snapshot

    /// The tolerance, in seconds, for a clock that was set back since the run was saved.
    private static let clockTolerance: TimeInterval = 300

    /// Throws `RESUME_REFUSED` unless the run belongs to this very manifest and installation, and has not expired.
    func check(_ journey: Journey, instanceKey: String, now: Date) throws(JourneyError) {
        guard snapshot.journey == journey.id else {
            throw SuspendedRun.refusal("The resumeToken belongs to a run of another journey.")
        }
        guard !snapshot.isOver else { throw SuspendedRun.refusal("The run has already ended.") }
        guard snapshot.manifestHash == journey.manifestHash, snapshot.sequence == journey.sequence else {
            throw SuspendedRun.refusal("The manifest has changed since the run was suspended.")
        }
        guard snapshot.instanceKey == instanceKey else {
            throw SuspendedRun.refusal("The run belongs to another installation.")
        }
        guard now < snapshot.expires, now >= snapshot.time.addingTimeInterval(-SuspendedRun.clockTolerance) else {
            throw SuspendedRun.refusal("The suspended run has expired, or the device's clock was set back.")
        }
        guard let step = journey.steps[snapshot.step] else {
            throw SuspendedRun.refusal("The journey no longer has the suspended run's step.")
        }
        if case .terminal = step.kind { throw SuspendedRun.refusal("The run has already ended.") }
    }

    /// Throws `RESUME_REFUSED` when the host assigns the run to another person than `person`.
    func check(_ person: Subject) throws(JourneyError) {
        guard snapshot.person.isOffered(to: person.subject) else { throw SuspendedRun.notThisPerson }
    }

    static let notThisPerson = refusal("The run belongs to another person.")

    /// Returns the outcome of a start that fails before the run resumes: `outcome`, or pending where the run has paid or may
    /// have.
    func end(_ outcome: Outcome<JSONValue>) -> Outcome<JSONValue> {
        let reason: ErrorCode
        switch outcome {
        case .cancelled: reason = .userCancelled
        case .failed(let error): reason = error.code
        case .completed, .pending: return outcome
        }
        let operations = snapshot.operations
        guard !operations.isEmpty else { return outcome }
        return .pending([
            "reason": .string(reason.rawValue), "operations": .array(operations.map { .string($0) }), "steps": [:],
        ])
    }

    static func refusal(_ sentence: String) -> JourneyError { JourneyError(.resumeRefused, sentence) }
}
