internal import JourneyBase

/// What is known of an approval key beside the key: the enrolment that it was made for, and signatures that it did not give.
struct ApprovalKeyRecord: Hashable, Sendable {
    enum Status: Hashable, Sendable {
        case usable
        /// Another version of the system says another digest: the key may sign, and it may not.
        case doubtful
        /// It does not open any more.
        case enrolmentChanged
        /// It did not sign several times in a row, for people who had agreed.
        case unusable
    }

    /// So many signatures in a row may be missing before nobody is asked any more: one may be missing by chance, as when the device
    /// is locked right after the prompt.
    private static let refusalLimit = 3

    private(set) var enrolment: KeyEnrolment?
    /// Signatures in a row that did not come after a prompt that had passed.
    private(set) var refusals = 0

    init(_ enrolment: KeyEnrolment?) { self.enrolment = enrolment }

    /// How the key stands where `now` is enrolled.
    func standing(_ now: KeyEnrolment?) -> Status {
        if let enrolment, let now, now.state != enrolment.state {
            if now.system == enrolment.system || refusals > 0 { return .enrolmentChanged }
            return .doubtful
        }
        return refusals < ApprovalKeyRecord.refusalLimit ? .usable : .unusable
    }

    /// Takes in that the key has signed while `now` was enrolled. Whether that changes anything.
    mutating func signed(_ now: KeyEnrolment?) -> Bool {
        let before = self
        refusals = 0
        if let now { enrolment = now }
        return self != before
    }

    /// Takes in that the key did not sign, for somebody who had agreed.
    mutating func refused() { refusals += 1 }
}

extension ApprovalKeyRecord {
    /// Reads what `bytes` writes; `nil` for anything else.
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
