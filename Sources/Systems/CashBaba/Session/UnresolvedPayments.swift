import Synchronization

/// The references of payments that are being confirmed or may have been paid, for the lifetime of the SDK.
///
/// Hosts may create plugins repeatedly. A new one must not offer a payment that another is confirming or whose outcome is
/// unknown. Beyond that, the service accepts each reference once.
final class UnresolvedPayments: Sendable {
    /// The state of a reference at a request to confirm it.
    enum Claim {
        /// The reference was free. The caller holds it until `release`.
        case free
        /// Another request is confirming it.
        case inHand
        /// The payment may have been made.
        case inDoubt
    }

    private let references = Mutex<(inHand: Set<String>, inDoubt: Set<String>)>(([], []))

    func claim(_ reference: String) -> Claim {
        references.withLock { references in
            if references.inDoubt.contains(reference) { return .inDoubt }
            return references.inHand.insert(reference).inserted ? .free : .inHand
        }
    }

    /// Releases a reference that `claim` reported as free.
    func release(_ reference: String, leavesDoubt: Bool) {
        references.withLock { references in
            references.inHand.remove(reference)
            if leavesDoubt { references.inDoubt.insert(reference) }
        }
    }
}
