package import JourneyBase
import JourneyLanguage
import Synchronization

/// Responses that an author has written for operations of a fake bank, from a file. `docs/reference/pages.md` lists the members.
package final class ScriptedResponses: Sendable {
    private struct Entry: Sendable {
        let operation: String
        let condition: Expression?
        let response: HTTPResponse
        /// The number of requests that it answers; `nil` for all.
        let count: Int?
    }

    private let entries: [Entry]
    private let used: Mutex<[Int]>

    /// The operations for which there are responses.
    package var operations: Set<String> { Set(entries.map(\.operation)) }

    /// Parses a file.
    ///
    /// - Parameters:
    ///   - bytes: The file's bytes.
    ///   - name: The file's name, for messages.
    /// - Throws: `CONFIGURATION_INVALID` with file, line and column of an invalid or unknown member.
    package init(reading bytes: [UInt8], name: String) throws(JourneyError) {
        let limits = JSONLimits(bytes: 4 << 20, depth: 64)
        entries = try JSONFile.read(bytes, name: name, code: .configurationInvalid, limits: limits) {
            (file) throws(Refusal) in
            try file.onlyMembers(["responses"])
            return try file.required("responses").list(atMost: 256, "responses", ScriptedResponses.entry)
        }
        used = Mutex(Array(repeating: 0, count: entries.count))
    }

    private static func entry(_ entry: Reading) throws(Refusal) -> Entry {
        try entry.onlyMembers(["operation", "when", "status", "headers", "body", "count"])
        var headers: HTTPFields = [:]
        for (name, value) in try entry.member("headers")?.members() ?? [] {
            let text = try value.text()
            try value.require(
                HTTPFields.isSafe(name: name, value: text) && !ownFields.contains(name.lowercased()),
                "is not a header that a response can have")
            headers[name] = text
        }
        var body: [UInt8] = []
        if let member = entry.member("body") {
            if headers["Content-Type"] == nil { headers["Content-Type"] = "application/json" }
            let isJSON = MediaType(headers["Content-Type"] ?? "")?.essence.hasSuffix("json") == true
            body = isJSON ? member.value.compactBytes : Array(try member.text().utf8)
        }
        return Entry(
            operation: try entry.required("operation").text(), condition: try entry.member("when").map(condition),
            response: HTTPResponse(
                status: try entry.required("status").whole(in: 200...599), headers: headers, body: body),
            count: try entry.member("count")?.whole(in: 1...1_000_000))
    }

    private static let ownFields: Set<String> = ["connection", "content-length", "transfer-encoding"]

    private static let environment = ExpressionEnvironment(
        variables: Dictionary(uniqueKeysWithValues: ["body", "path", "query", "headers"].map { ($0, .dyn) }))

    private static func condition(_ member: Reading) throws(Refusal) -> Expression {
        let text = try member.text()
        do throws(ExpressionError) { return try Expression(compiling: text, in: environment) } catch {
            throw member.refusal("is not an expression: \(error.detail)")
        }
    }

    /// Throws `CONFIGURATION_INVALID` for responses of operations that no stand-in has.
    package func check(operations: Set<String>) throws(JourneyError) {
        for name in self.operations.subtracting(operations).sorted() {
            throw JourneyError(
                .configurationInvalid,
                "The file of responses names the operation \(name); the manifest calls"
                    + " \(operations.sorted().joined(separator: ", ")).")
        }
    }

    /// Returns the first response for a request whose condition holds and whose count is not used up.
    ///
    /// A condition without a value, such as one over a member that the request lacks, doesn't hold.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - operation: Its operation.
    ///   - path: The parameters of its path.
    /// - Returns: The response; `nil` to answer by the document.
    func response(to request: HTTPRequest, _ operation: String, path: [String: String]) -> HTTPResponse? {
        guard entries.contains(where: { $0.operation == operation }) else { return nil }
        let scope = ScriptedResponses.scope(request, path: path)
        return used.withLock { used in
            for (index, entry) in entries.enumerated() where entry.operation == operation {
                guard entry.count.map({ used[index] < $0 }) ?? true,
                    entry.condition.map({ (try? $0.json(in: scope)) == true }) ?? true
                else { continue }
                used[index] += 1
                return entry.response
            }
            return nil
        }
    }

    private static func scope(_ request: HTTPRequest, path: [String: String]) -> ExpressionScope {
        let body = (try? JSONReader.read(request.body)) ?? .null
        let query = request.url.query.flatMap { FormBody(parsing: Array($0.utf8)) }?.entries ?? []
        let headers = request.headers.fields.map { ($0.name.lowercased(), JSONValue.string($0.value)) }
        let values: [String: JSONValue] = [
            "body": body, "path": .object(path.mapValues { .string($0) }),
            "query": .object(Dictionary(query.map { ($0.name, .string($0.value)) }) { first, _ in first }),
            "headers": .object(Dictionary(headers) { first, _ in first }),
        ]
        return ExpressionScope(values: values.mapValues { ExpressionValue($0) })
    }
}
