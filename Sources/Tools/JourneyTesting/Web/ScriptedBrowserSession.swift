public import JourneyBase
internal import Synchronization

/// A browser session without a browser: a script decides where each visit to another party's pages ends.
public final class ScriptedBrowserSession: BrowserSession {
    /// Returns the address at which the visit of a request ends, or throws how it fails.
    public typealias Script = @Sendable (BrowserSessionRequest) async throws -> String

    private let script: Script
    private let opened = Mutex<[BrowserSessionRequest]>([])

    /// The requests so far, in order.
    public var requests: [BrowserSessionRequest] { opened.withLock { $0 } }

    /// Creates a session.
    ///
    /// - Parameter script: Plays the person and the other party.
    public init(_ script: @escaping Script) { self.script = script }

    /// Creates a session whose visits end at the return address with these members in its query, which are escaped.
    ///
    /// - Parameters:
    ///   - members: Names and values, in order.
    ///   - path: The path of a custom scheme's return address: that of the step's `return.app`, or of the redirect URI.
    /// - Returns: The session.
    public static func returning(
        _ members: [(name: String, value: String)], path: String = "/"
    ) -> ScriptedBrowserSession {
        ScriptedBrowserSession { request in
            let form = FormBody(members.map { FormBody.Entry($0.name, $0.value) })
            let start =
                switch request.returnAddress {
                case .https(let url): url.description
                case .scheme(let scheme): "\(scheme):\(path)"
                }
            return "\(start)?\(String(decoding: form.bytes, as: UTF8.self))"
        }
    }

    /// A session whose visits never end, until they are cancelled.
    public static var neverReturning: ScriptedBrowserSession {
        ScriptedBrowserSession { _ in
            let (silence, end) = AsyncStream<Never>.makeStream()
            for await _ in silence {}
            end.finish()
            throw CancellationError()
        }
    }

    public func open(_ request: BrowserSessionRequest) async throws -> String {
        opened.withLock { $0.append(request) }
        return try await script(request)
    }
}
