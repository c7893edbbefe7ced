internal import CWebKitGTK
package import JourneyBase
internal import Synchronization

/// Signs a person in with WebKitGTK: a separate window with an ephemeral session, restricted to the authorization server's
/// origin, which ends at the redirect scheme.
package struct WebKitSignIn: SignInBrowser {
    /// Returns, by host, the only accepted certificate (see `WebKitContainer.make`).
    package typealias Certificates = @Sendable (SourcePolicy) async throws -> [String: [UInt8]]

    private let certificates: Certificates
    private let title: String
    private let language: Language?
    private let shown: @Sendable (WebKitContainer) -> Void

    /// Creates a sign-in. `certificates` are looked up before the window opens. It has `title` until its page has one, and asks for
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

    package func authorize(_ url: HTTPSURL, redirectScheme: String) async throws -> String {
        let policy = SourcePolicy([url.origin])
        let container = try await WebKitContainer.make(
            policy: policy, leafCertificates: try await certificates(policy), title: title,
            language: language)
        let (ends, end) = AsyncStream<Result<String, JourneyError>>.makeStream()
        await container.redirect(to: redirectScheme) { end.yield(.success($0)) }
        await container.start { event, _ in
            switch event {
            case .closedByPerson:
                end.yield(.failure(JourneyError(.userCancelled, "The person closed the sign-in.", recovery: .restart)))
            case .loadFailed(let error): end.yield(.failure(error))
            case .processLost:
                end.yield(
                    .failure(
                        JourneyError(.pageProcessLost, "The sign-in page's web process ended.", recovery: .restart)))
            case .navigationRefused:
                end.yield(.failure(JourneyError(.originBlocked, "The sign-in tried to navigate to another origin.")))
            // The authorization server's page has no bridge.
            case .message(let message): message.reply("")
            case .documentStarted, .loaded: break
            }
        }
        shown(container)
        await container.load(url, number: 1)
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
