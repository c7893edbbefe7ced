import Synchronization

/// References that are being confirmed, and those that may have been paid, for as long as the SDK lives: hosts make plugins
/// anew, and another one must not offer what this one has in hand or left in doubt. Beyond that the service takes each
/// reference once.
final class UnresolvedPayments: Sendable {
    /// What a reference is when somebody asks to confirm it.
    enum Claim {
        /// Nobody has it in hand; now the caller has, until its `release`.
        case free
        /// Somebody is confirming it.
        case inHand
        /// It may have been paid.
        case inDoubt
    }

    private let references = Mutex<(inHand: Set<String>, inDoubt: Set<String>)>(([], []))

    func claim(_ reference: String) -> Claim {
        references.withLock { references in
            if references.inDoubt.contains(reference) { return .inDoubt }
            return references.inHand.insert(reference).inserted ? .free : .inHand
        }
    }

    /// Gives back what `claim` called free.
    func release(_ reference: String, leavesDoubt: Bool) {
        references.withLock { references in
            references.inHand.remove(reference)
            if leavesDoubt { references.inDoubt.insert(reference) }
        }
    }
}
