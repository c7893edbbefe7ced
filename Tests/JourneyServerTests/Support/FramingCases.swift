/// Bytes that a client sends on one connection, and what a server with the default limits has to make of them (RFC 9110 and
/// 9112; where these leave a choice, the strict one).
///
/// The rows serve the reader, the running server and a comparison with other servers alike.
struct FramingCase: Sendable, CustomStringConvertible {
    /// A class of rows.
    enum Kind: String, CaseIterable, Sendable {
        case length, coding, chunks, lineEnds, spaces, requestLines, targets, hosts, fields, pipelining, earlyClose
    }

    /// How one request ends.
    enum Answer: Hashable, Sendable {
        /// The service gets it, with this body.
        case accepted(body: String)
        /// It is refused with this status, and the connection is closed.
        case refused(Int)
        /// The client closes before the request is whole: there is nothing to answer.
        case unfinished

        static let accepted = Answer.accepted(body: "")
    }

    let kind: Kind
    let name: String
    /// Each scalar is one byte; `@` stands for the host.
    private let text: String
    /// One for each request, in order. Behind a refusal, or a request that closes the connection, nothing is read.
    let answers: [Answer]

    var description: String { "\(kind.rawValue): \(name)" }

    init(_ kind: Kind, _ name: String, _ text: String, _ answers: [Answer]) {
        self.kind = kind
        self.name = name
        self.text = text
        self.answers = answers
    }

    /// What is sent to the server that is known as `host` (`localhost:8443`).
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

/// How rows are written.
extension FramingCase {
    /// A row of one request that the service gets.
    static func good(_ kind: Kind, _ name: String, _ text: String, body: String = "") -> FramingCase {
        FramingCase(kind, name, text, [.accepted(body: body)])
    }

    /// A row of one request that is refused.
    static func bad(_ kind: Kind, _ name: String, _ text: String, _ status: Int = 400) -> FramingCase {
        FramingCase(kind, name, text, [.refused(status)])
    }

    /// A request with these lines behind its `Host`.
    static func get(_ lines: String..., target: String = "/") -> String {
        "GET \(target) HTTP/1.1\r\nHost: @\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n"
    }

    /// A request with a body of five bytes, and these lines.
    static func post(_ lines: String..., body: String = "hello") -> String {
        "POST / HTTP/1.1\r\nHost: @\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n" + body
    }

    /// A request with a chunked body as it stands.
    static func chunked(_ body: String) -> String { post("Transfer-Encoding: chunked", body: body) }

    static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
}
