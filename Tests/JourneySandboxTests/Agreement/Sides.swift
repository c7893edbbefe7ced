import Foundation
import JourneyBase
import Testing

/// The real service or the sandbox of `HSBCPartnerTesting` that stands for it: both are asked the same, and have to say the same.
protocol Side: Sendable {
    /// Where it stands.
    var origin: String { get }
    func handle(_ request: HTTPRequest) async -> HTTPResponse
    /// Lets its clock go on.
    func pass(_ seconds: TimeInterval)
}

/// What a side has said, each with what it was asked.
struct Record {
    private(set) var lines: [String] = []

    mutating func note(_ question: String, _ answer: String) { lines.append("\(question): \(answer)") }
}

/// What is sent as a body.
enum Content {
    case none
    case json(JSONValue)
    case text(String, type: String?)
}

extension Side {
    /// What it says: the status, the code or the sentence, and what goes with it.
    func ask(
        _ method: HTTPMethod, _ path: String, _ content: Content = .none, _ headers: HTTPFields = [:]
    ) async throws -> (word: String, body: JSONValue) {
        var headers = headers
        var body: [UInt8] = []
        switch content {
        case .none: break
        case .json(let value):
            headers["Content-Type"] = "application/json"
            body = value.compactBytes
        case .text(let text, let type):
            headers["Content-Type"] = type
            body = Array(text.utf8)
        }
        let url = try #require(HTTPSURL(origin + path))
        let response = await handle(HTTPRequest(method: method, url: url, headers: headers, body: body))
        let value = (try? JSONReader.read(response.body)) ?? .null
        var words = ["\(response.status)"]
        if response.status >= 400 {
            words.append(value["code"]?.string ?? value["messages"]?.array?.first?.string ?? "without a word")
            if let left = value["attemptsLeft"]?.int64 { words.append("left \(left)") }
            if let fields = value["errors"]?.array { words += fields.compactMap { $0["field"]?.string } }
            if let wait = response.headers["Retry-After"] { words.append("after \(wait)") }
        } else {
            for name in ["status", "blockType"] { words += [value[name]?.string].compactMap(\.self) }
        }
        return (words.joined(separator: " "), value)
    }
}

/// Has both say the same, and something besides that is no success.
func agree(
    _ real: some Side, _ sandbox: some Side, atLeast count: Int, _ script: (any Side, inout Record) async throws -> Void
) async throws {
    var (one, other) = (Record(), Record())
    try await script(real, &one)
    try await script(sandbox, &other)
    #expect(one.lines.count >= count && one.lines.contains { $0.contains(": 4") })
    #expect(one.lines == other.lines)
    for (said, should) in zip(other.lines, one.lines) where said != should {
        Issue.record("the sandbox says “\(said)”, and the service “\(should)”")
    }
}
