/// A property that `journey prove` proves or refutes.
package enum ProofProperty: String, Sendable, CaseIterable {
    case oneEffect = "a"
    case approval = "b"
    case results = "c"
    case wayOut = "d"
    case shownData = "e"
    case unknown = "f"
    case cause = "g"
    case accepted = "h"

    /// The property as one sentence.
    package var sentence: String {
        switch self {
        case .oneEffect: "The bank executes each payment at most once for one intent of the person."
        case .approval: "No payment is sent without the approval that precedes it."
        case .results: "Every terminal step is reachable, and every declared result is obtainable."
        case .wayOut: "Every step has a way out, and every run has an end."
        case .shownData: "No data of a page decides a payment unless it was shown for approval."
        case .unknown: "A payment that was executed, or may have been, is never reported as failed or cancelled."
        case .cause: "The outcome of a run fits what ended it."
        case .accepted: "The journey behaves like its accepted version."
        }
    }
}

/// A way in which a property does not hold.
struct ProofFault: Hashable, Sendable {
    let property: ProofProperty
    /// The operation or step that is concerned.
    let subject: String
    /// The message, as one sentence.
    let message: String

    init(_ property: ProofProperty, subject: String, _ message: String) {
        self.property = property
        self.subject = subject
        self.message = message
    }
}
