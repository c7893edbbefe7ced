internal import JourneyBase
internal import JourneyCrypto

/// The person of a run, as digests under a key of this device, so that the store contains no names.
struct Subject: Hashable, Sendable {
    /// The digest of the host's name for the person (`JourneyStartParams.subject`); `nil` where the host gives none.
    var subject: String?
    /// The digest of issuer and subject of the sign-in's ID token; `nil` without a sign-in. The bank knows the run's calls as
    /// this person's.
    var identity: String?

    /// Returns `true` when a host may offer the run to its `subject`. The signed-in person is unknown before the start.
    func isOffered(to subject: String?) -> Bool { self.subject == nil || self.subject == subject }

    /// Returns `true` when `other` may resume the run: the bank must see the same customer.
    func canResume(as other: Subject) -> Bool { isOffered(to: other.subject) && identity == other.identity }

    /// Returns `true` when the bank can be asked about the run on behalf of `other`, who may have signed in additionally.
    func isKnown(to other: Subject) -> Bool {
        isOffered(to: other.subject) && (identity == nil || identity == other.identity)
    }
}

extension Subject {
    /// Creates the person that the host calls `subject`.
    init(subject: String?, key: Secret) {
        self.subject = subject.map { Subject.digest("host", $0, key) }
    }

    /// Sets the identity to `subject` of `issuer`.
    mutating func sign(in subject: String?, of issuer: String, key: Secret) {
        identity = subject.map { Subject.digest("issuer \(issuer)", $0, key) }
    }

    /// Returns a digest. The length prefix keeps different pairs distinct.
    private static func digest(_ kind: String, _ name: String, _ key: Secret) -> String {
        Hex.encode(HMACSHA256.tag(Array("person \(kind.utf8.count) \(kind)\(name)".utf8), key: key))
    }
}
