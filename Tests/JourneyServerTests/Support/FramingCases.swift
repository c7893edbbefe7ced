/// A client's bytes on one connection, and their required handling by a server with the default limits (RFC 9110 and 9112;
/// where these allow several, the strictest).
///
/// The rows serve the reader, the running server and a comparison with other servers.
struct FramingCase: Sendable, CustomStringConvertible {
    /// The class of a row.
    enum Kind: String, CaseIterable, Sendable {
        case length, coding, chunks, lineEnds, spaces, requestLines, targets, hosts, fields, pipelining, earlyClose
    }

    /// The end of one request.
    enum Answer: Hashable, Sendable {
        /// The service receives it, with this body.
        case accepted(body: String)
        /// The request is refused with this status, and the connection is closed.
        case refused(Int)
        /// The client closes before the request is complete: no answer.
        case unfinished

        static let accepted = Answer.accepted(body: "")
    }

    let kind: Kind
    let name: String
    /// The bytes, one in each scalar. `@` stands for the host.
    private let text: String
    /// The answers to the requests, in order. Nothing is read after a refusal, or after a request that closes the connection.
    let answers: [Answer]

    var description: String { "\(kind.rawValue): \(name)" }

    init(_ kind: Kind, _ name: String, _ text: String, _ answers: [Answer]) {
        self.kind = kind
        self.name = name
        self.text = text
        self.answers = answers
    }

    /// Returns the bytes sent to the server named `host` (`localhost:8443`).
    func bytes(host: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if scalar == "@" { bytes += host.utf8 } else { bytes.append(UInt8(truncatingIfNeeded: scalar.value)) }
        }
        return bytes
    }

    static let all =
        lengths + codings + chunks + extensions + trailers + lineEnds + spaces + requestLines + targets + hosts
        + fields + pipelines + earlyCloses
}

/// Constructors of rows.
extension FramingCase {
    /// Returns a row of one request that the service receives.
    static func good(_ kind: Kind, _ name: String, _ text: String, body: String = "") -> FramingCase {
        FramingCase(kind, name, text, [.accepted(body: body)])
    }

    /// Returns a row of one request that is refused.
    static func bad(_ kind: Kind, _ name: String, _ text: String, _ status: Int = 400) -> FramingCase {
        FramingCase(kind, name, text, [.refused(status)])
    }

    /// Returns a request with these lines after its `Host`.
    static func get(_ lines: String..., target: String = "/") -> String {
        "GET \(target) HTTP/1.1\r\nHost: @\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n"
    }

    /// Returns a request with a body of five bytes, and these lines.
    static func post(_ lines: String..., body: String = "hello") -> String {
        "POST / HTTP/1.1\r\nHost: @\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n" + body
    }

    /// Returns a request with this chunked body.
    static func chunked(_ body: String) -> String { post("Transfer-Encoding: chunked", body: body) }

    static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
}
