package import JourneyBase

/// A description of a workflow that a draft follows: its steps in order, with what their calls are made of and where they lead.
package struct DraftGuide: Sendable {
    package var steps: [Step] = []
    /// The members of the result.
    package var result: [(name: String, value: Value, place: String)] = []
    /// The schemas of the workflow's inputs, by name.
    package var inputs: [String: JSONValue] = [:]

    package init() {}

    /// A step, which calls one operation.
    package struct Step: Sendable {
        package let name: String
        package let operation: String
        /// The file, line and column, for messages.
        package let place: String
        package var parameters: [Parameter] = []
        package var body: Value?
        /// Outputs by name.
        package var outputs: [(name: String, answer: Answer, place: String)] = []
        /// The conditions under which a response is a success, all of which are true then.
        package var criteria: [Condition] = []
        package var onSuccess: [Action] = []
        package var onFailure: [Action] = []

        package init(name: String, operation: String, place: String) {
            (self.name, self.operation, self.place) = (name, operation, place)
        }
    }

    package struct Parameter: Sendable {
        package let name: String
        /// `path`, `query`, `header` or `cookie`.
        package let location: String?
        package let value: Value
        /// The file, line and column, for messages.
        package let place: String

        package init(name: String, location: String?, value: Value, place: String) {
            (self.name, self.location, self.value, self.place) = (name, location, value, place)
        }
    }

    /// A value of a request, a condition or the result.
    package indirect enum Value: Sendable {
        /// An input of the workflow, with the names that lead to a part of it.
        case input([String])
        /// An output of a step, with the names that lead to a part of it.
        case output(step: String, name: String, path: [String])
        /// A part of the step's own response.
        case answer(Answer)
        case constant(JSONValue)
        case object([(name: String, value: Value)])
        case list([Value])
        /// Texts that are joined.
        case text([Value])
    }

    /// A part of a response.
    package enum Answer: Sendable {
        /// The names and indices that lead to a part of the body.
        case body([String])
        case status
        case header(String)
    }

    /// A condition over a response, with its place for messages.
    package struct Condition: Sendable {
        package let term: Term
        package let place: String

        package init(term: Term, place: String) { (self.term, self.place) = (term, place) }
    }

    /// A term of a condition.
    package indirect enum Term: Sendable {
        case value(Value)
        case not(Term)
        /// An operator of two terms, written as in CEL: `==`, `!=`, `<`, `<=`, `>`, `>=`, `&&` or `||`.
        case binary(Term, String, Term)
        /// A text that a regular expression finds.
        case matches(Value, String)
    }

    /// The action that follows a response.
    package struct Action: Sendable {
        package enum Kind: Sendable {
            case end
            case go(to: String)
            /// Another try after a wait in milliseconds, so often.
            case retry(wait: Int, limit: Int)
        }

        package let kind: Kind
        package let criteria: [Condition]
        package let place: String

        package init(kind: Kind, criteria: [Condition], place: String) {
            (self.kind, self.criteria, self.place) = (kind, criteria, place)
        }
    }
}
