package import JourneyBase

/// Values for generated scenarios: a reply of each operation, and its arguments.
package struct ScenarioSamples: Sendable {
    /// A successful reply.
    package struct Reply: Sendable {
        package let status: Int
        package let body: JSONValue
        package let headers: HTTPFields
        /// Other bodies that the operation's document permits.
        package let alternatives: [JSONValue]

        package init(status: Int, body: JSONValue, headers: HTTPFields, alternatives: [JSONValue] = []) {
            (self.status, self.body, self.headers, self.alternatives) = (status, body, headers, alternatives)
        }

        /// The reply as a script has it.
        var json: JSONValue {
            var members: [String: JSONValue] = ["status": .number(JSONNumber(Int64(status)))]
            if body != .null { members["body"] = body }
            if !headers.fields.isEmpty {
                members["headers"] = .object(
                    Dictionary(headers.fields.map { ($0.name, .string($0.value)) }) { first, _ in first })
            }
            return .object(members)
        }
    }

    /// A successful reply of each operation.
    package var replies: [String: Reply]
    /// The refusals that the document of each operation declares.
    package var refusals: [String: [Reply]] = [:]
    /// The arguments of each operation, by name.
    package var arguments: [String: [String: JSONValue]]

    package init(replies: [String: Reply], arguments: [String: [String: JSONValue]]) {
        (self.replies, self.arguments) = (replies, arguments)
    }
}
