internal import Foundation
internal import JourneyBase
internal import JourneyLanguage

/// A run that was left and is to go on.
struct SuspendedRun: Sendable {
    /// Names it in the store: its first correlation id.
    let run: String
    let snapshot: Snapshot

    /// How far the clock may have been set back since the run was saved.
    private static let clockTolerance: TimeInterval = 300

    /// Throws `RESUME_REFUSED` unless the run was one of this very manifest, on this installation, and not too long ago.
    func check(_ journey: Journey, instanceKey: String, now: Date) throws(JourneyError) {
        guard snapshot.journey == journey.id else { throw SuspendedRun.refusal("The run was one of another journey.") }
        guard !snapshot.isOver else { throw SuspendedRun.refusal("The run had come to its end.") }
        guard snapshot.manifestHash == journey.manifestHash, snapshot.sequence == journey.sequence else {
            throw SuspendedRun.refusal("The journey has changed since the run was left.")
        }
        guard snapshot.instanceKey == instanceKey else {
            throw SuspendedRun.refusal("The run was made on another installation.")
        }
        guard now < snapshot.expires, now >= snapshot.time.addingTimeInterval(-SuspendedRun.clockTolerance) else {
            throw SuspendedRun.refusal("The run was left too long ago.")
        }
        guard let step = journey.steps[snapshot.step] else {
            throw SuspendedRun.refusal("The journey has no such step.")
        }
        if case .terminal = step.kind { throw SuspendedRun.refusal("The run had come to its end.") }
    }

    /// Throws `RESUME_REFUSED` where the host says that the run is somebody else's than `person`'s.
    func check(_ person: Subject) throws(JourneyError) {
        guard snapshot.person.isOffered(to: person.subject) else { throw SuspendedRun.notThisPerson }
    }

    static let notThisPerson = refusal("The run was another person's.")

    /// How a start ends that does not get as far as the run: with `outcome`, and where the run has paid or may have, with
    /// that.
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
