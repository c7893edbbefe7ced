import JourneyBase

@testable import JourneyServer

/// A session with a recording delegate, a client's bytes to feed it, and a stopped clock.
final class HTTP2Peer: HTTP2Delegate {
    /// The delegate's events of one stream.
    struct Exchange: Equatable {
        var target: String?
        var fields: [String] = []
        var body: [UInt8] = []
        var refusal: Int?
        var isEnded = false
        var closed: UInt32?
    }

    private(set) var exchanges: [Int32: Exchange] = [:]
    /// The codes of requests that the delegate never received.
    private(set) var rejected: [Int32: UInt32] = [:]
    /// `true` to answer each request and refusal at once.
    var answers = true
    /// `true` to return each body piece's flow-control window at once.
    var consumes = true
    /// The unsent rest of a stream's body. A `nil` at the end makes it wait.
    var bodies: [Int32: [UInt8]] = [:]
    var isBodyOpen = false
    /// `true` if the session's output is read.
    var isReading = true
    /// The size of the buffer that the session writes to.
    var room = 2 * HTTP2Output.longestFrame - 1
    private(set) var reads = 0

    private var session: HTTP2Session?
    private(set) var now = ClockInstant.now
    private(set) var output: [UInt8] = []
    private(set) var failure: HTTP2Failure?

    static let rules = RequestHead.Rules(
        names: ["bank.localhost"], port: 8443, limits: ServerLimits(target: 200, head: 4_096, fields: 20))

    init(_ limits: HTTP2Limits = HTTP2Limits(), rules: RequestHead.Rules = HTTP2Peer.rules) throws {
        session = try HTTP2Session(rules: rules, limits: limits, at: now, delegate: self)
        drain()
    }

    /// Feeds `bytes`, in pieces of `size` if it is given, and reads the session's output.
    func feed(_ bytes: [UInt8], by size: Int? = nil) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(size ?? rest.count))
            rest = rest.dropFirst(piece.count)
            failure =
                piece.withUnsafeBytes { bytes -> HTTP2Failure? in
                    do throws(HTTP2Failure) {
                        try session?.receive(bytes, at: now)
                        return nil
                    } catch { return error }
                } ?? failure
            drain()
        }
    }

    func feed(_ frames: HTTP2Frame...) { feed(frames.flatMap(\.bytes)) }
    func feed(_ frames: [HTTP2Frame]) { feed(frames.flatMap(\.bytes)) }

    /// Opens the connection as a client does, and acknowledges the settings.
    func open(_ settings: [(UInt16, UInt32)] = []) {
        feed(HTTP2Frame.preface + HTTP2Frame.settings(settings).bytes + HTTP2Frame.settingsAcknowledgement.bytes)
        output = []
    }

    func advance(by duration: Duration) { now = now + duration }

    func drain() {
        guard isReading else { return }
        var buffer = [UInt8](repeating: 0, count: room)
        while true {
            let count = buffer.withUnsafeMutableBytes { session?.send(into: $0) ?? 0 }
            guard count > 0 else { return }
            output += buffer[..<count]
        }
    }

    /// Returns the output since the last call.
    func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    var frames: [HTTP2Frame] { HTTP2Frame.frames(in: output) }
    /// The code of the last `GOAWAY` frame.
    var goAway: UInt32? { frames.last { $0.kind == .goAway }?.code }
    /// The codes of the streams that were reset.
    var resets: [Int32: UInt32] {
        Dictionary(frames.filter { $0.kind == .reset }.map { ($0.stream, $0.code ?? 0) }) { first, _ in first }
    }
    var isOver: Bool { session?.isOver ?? true }
    /// The session's own failure, including one found while sending.
    var sessionFailure: HTTP2Failure? { session?.failure }
    var isReceivingHead: Bool { session?.isReceivingHead ?? false }
    var openStreams: Int { session?.openStreams ?? 0 }

    func respond(
        _ stream: Int32, status: Int = 200, _ fields: [(String, String)] = [], body: [UInt8]? = nil
    ) {
        bodies[stream] = body
        session?.respond(stream, status: status, fields: fields, hasBody: body != nil)
        drain()
    }

    /// Adds to a waiting body.
    func add(_ bytes: [UInt8], to stream: Int32) {
        bodies[stream, default: []] += bytes
        session?.resume(stream)
        drain()
    }

    func with(_ action: (HTTP2Session) -> Void) {
        if let session { action(session) }
        drain()
    }

    // MARK: - HTTP2Delegate

    func session(_ session: HTTP2Session, request: RequestHead, on stream: Int32, isEnded: Bool) {
        exchanges[stream] = Exchange(
            target: "\(request.method.rawValue) \(request.url)",
            fields: request.headers.fields.map { "\($0.name): \($0.value)" }, isEnded: isEnded)
        if answers, isEnded { session.respond(stream, status: 200, fields: [], hasBody: false) }
    }

    func session(_ session: HTTP2Session, refused: RequestHead.Refusal, on stream: Int32) {
        exchanges[stream] = Exchange(refusal: refused.status)
        if answers { session.respond(stream, status: refused.status, fields: [], hasBody: false) }
    }

    func session(_ session: HTTP2Session, rejected stream: Int32, code: UInt32) { rejected[stream] = code }

    func session(_ session: HTTP2Session, data: UnsafeRawBufferPointer, on stream: Int32) {
        exchanges[stream]?.body += data
        if consumes { session.consumed(data.count, of: stream) }
    }

    func session(_ session: HTTP2Session, ended stream: Int32) {
        exchanges[stream]?.isEnded = true
        if answers { session.respond(stream, status: 200, fields: [], hasBody: false) }
    }

    func session(_ session: HTTP2Session, closed stream: Int32, code: UInt32) {
        exchanges[stream]?.closed = code
    }

    func session(
        _ session: HTTP2Session, read stream: Int32, into buffer: UnsafeMutableRawBufferPointer
    ) -> HTTP2BodyRead {
        reads += 1
        guard let body = bodies[stream] else { return .failed }
        if body.isEmpty, isBodyOpen { return .notYet }
        let count = min(body.count, buffer.count)
        buffer.copyBytes(from: body[..<count])
        bodies[stream] = Array(body[count...])
        return .bytes(count, isLast: count == body.count && !isBodyOpen)
    }
}
