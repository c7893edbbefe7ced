internal import JourneyBase
internal import JourneyCrypto

/// Whose run it is, as far as anybody says: digests by a key of this device, so that the store names nobody.
struct Subject: Hashable, Sendable {
    /// Of what the host calls the person (`JourneyStartParams.subject`); `nil` where it does not say.
    var subject: String?
    /// Of issuer and subject of the ID token of the run's sign-in; `nil` where nobody signed in. Calls to the bank went out
    /// under what that sign-in had granted, and are known to the bank as that person's.
    var identity: String?

    /// Whether a host may offer the run to the person that it calls `subject`. Who signs in is not known before the start.
    func isOffered(to subject: String?) -> Bool { self.subject == nil || self.subject == subject }

    /// Whether the run may go on as `other`'s: the bank has to see the same customer.
    func mayGoOn(as other: Subject) -> Bool { isOffered(to: other.subject) && identity == other.identity }

    /// Whether the bank can be asked about the run in the name of `other`, who may have signed in beside.
    func isKnown(to other: Subject) -> Bool {
        isOffered(to: other.subject) && (identity == nil || identity == other.identity)
    }
}

extension Subject {
    /// Whom the host calls `subject`.
    init(subject: String?, key: Secret) {
        self.subject = subject.map { Subject.digest("host", $0, key) }
    }

    /// Has `subject` of `issuer` sign in.
    mutating func sign(in subject: String?, of issuer: String, key: Secret) {
        identity = subject.map { Subject.digest("issuer \(issuer)", $0, key) }
    }

    /// Lengths stand before what they count, so that no two pairs look the same.
    private static func digest(_ kind: String, _ name: String, _ key: Secret) -> String {
        Hex.encode(HMACSHA256.tag(Array("person \(kind.utf8.count) \(kind)\(name)".utf8), key: key))
    }
}
