internal import CWebKitGTK
package import JourneyBase
internal import Synchronization

/// Shows another party's pages with WebKitGTK: a separate window with an ephemeral session, restricted to the request's hosts,
/// which ends at the return address.
package struct WebKitBrowserSession: BrowserSession {
    /// Returns, by host, the only accepted certificate (see `WebKitContainer.make`).
    package typealias Certificates = @Sendable (SourcePolicy) async throws -> [String: [UInt8]]

    private let certificates: Certificates
    private let title: String
    private let language: Language?
    private let shown: @Sendable (WebKitContainer) -> Void

    /// Creates a session. `certificates` are looked up before the window opens. It has `title` until its page has one, and asks for
    /// pages in `language`. `shown` receives each window, for simulating the person.
    package init(
        certificates: @escaping Certificates, title: String = "", language: Language? = nil,
        shown: @escaping @Sendable (WebKitContainer) -> Void = { _ in }
    ) {
        self.certificates = certificates
        self.title = title
        self.language = language
        self.shown = shown
    }

    package func open(_ request: BrowserSessionRequest) async throws -> String {
        let container = try await WebKitContainer.make(
            policy: request.hosts, leafCertificates: try await certificates(request.hosts), title: title,
            language: language)
        let (ends, end) = AsyncStream<Result<String, JourneyError>>.makeStream()
        await container.end(at: request.returnAddress) { end.yield(.success($0)) }
        await container.start { event, _ in
            switch event {
            case .closedByPerson:
                end.yield(.failure(JourneyError(.userCancelled, "The person closed the browser.", recovery: .restart)))
            case .loadFailed(let error): end.yield(.failure(error))
            case .processLost:
                end.yield(
                    .failure(
                        JourneyError(
                            .pageProcessLost, "The web process of the other party's page ended.", recovery: .restart)))
            case .navigationRefused:
                end.yield(.failure(JourneyError(.originBlocked, "A page tried to navigate to another origin.")))
            // Another party's page has no bridge.
            case .message(let message): message.reply("")
            case .documentStarted, .loaded: break
            }
        }
        shown(container)
        await container.load(request.url, number: 1)
        var result: Result<String, JourneyError>?
        // The first result counts. A cancelled task ends the stream.
        for await first in ends {
            result = first
            break
        }
        await container.close()
        guard let result else { throw CancellationError() }
        return try result.get()
    }
}
