internal import JourneyBase

/// The state of an approval key: the enrolment it was made for, and its failed signatures.
struct ApprovalKeyRecord: Hashable, Sendable {
    enum Status: Hashable, Sendable {
        case usable
        /// The system's version has changed and reports another digest: the key may sign or not.
        case doubtful
        /// The key can no longer be unlocked.
        case enrolmentChanged
        /// The key failed to sign several times in a row after successful authentication.
        case unusable
    }

    /// The number of failed signatures in a row after which the person is no longer asked. One can fail by chance, as when the
    /// device is locked right after the prompt.
    private static let refusalLimit = 3

    private(set) var enrolment: KeyEnrolment?
    /// The number of failed signatures in a row after a passed prompt.
    private(set) var refusals = 0

    init(_ enrolment: KeyEnrolment?) { self.enrolment = enrolment }

    /// Returns the key's status when `now` is enrolled.
    func status(at now: KeyEnrolment?) -> Status {
        if let enrolment, let now, now.state != enrolment.state {
            if now.system == enrolment.system || refusals > 0 { return .enrolmentChanged }
            return .doubtful
        }
        return refusals < ApprovalKeyRecord.refusalLimit ? .usable : .unusable
    }

    /// Records a signature made while `now` was enrolled. Returns `true` when the record has changed.
    mutating func signed(_ now: KeyEnrolment?) -> Bool {
        let before = self
        refusals = 0
        if let now { enrolment = now }
        return self != before
    }

    /// Records a failed signature after successful authentication.
    mutating func refused() { refusals += 1 }
}

extension ApprovalKeyRecord {
    /// Reads a record from `bytes`; `nil` for an invalid one.
    init?(_ bytes: [UInt8]) {
        guard let value = try? JSONReader.read(bytes),
            let refusals = value["refusals"]?.int64.flatMap({ Int(exactly: $0) }),
            refusals >= 0
        else { return nil }
        self.refusals = refusals
        enrolment = value["enrolment"]?.string.flatMap { Base64URL.decode($0) }.flatMap { state in
            value["system"]?.int64.flatMap({ Int(exactly: $0) }).map { KeyEnrolment(state: state, system: $0) }
        }
    }

    var bytes: [UInt8] {
        var members: [String: JSONValue] = ["refusals": .number(JSONNumber(Int64(refusals)))]
        if let enrolment {
            members["enrolment"] = .string(Base64URL.encode(enrolment.state))
            members["system"] = .number(JSONNumber(Int64(enrolment.system)))
        }
        return JSONValue.object(members).compactBytes
    }
}
