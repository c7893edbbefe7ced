internal import CWebKitGTK
package import JourneyBase
internal import Synchronization

/// Signing in with WebKitGTK: a window of its own with a session that keeps nothing, on the authorization server's origin
/// alone, which ends at the redirect scheme.
package struct WebKitSignIn: SignInBrowser {
    /// By host, the one certificate that is accepted from it (see `WebKitContainer.make`).
    package typealias Certificates = @Sendable (SourcePolicy) async throws -> [String: [UInt8]]

    private let certificates: Certificates
    private let shown: @Sendable (WebKitContainer) -> Void

    /// `certificates` are looked up before the window opens; `shown` is handed each window, for whoever plays the person.
    package init(certificates: @escaping Certificates, shown: @escaping @Sendable (WebKitContainer) -> Void = { _ in })
    {
        self.certificates = certificates
        self.shown = shown
    }

    package func authorize(_ url: HTTPSURL, redirectScheme: String) async throws -> String {
        let policy = SourcePolicy([url.origin])
        let container = try await WebKitContainer.make(
            policy: policy, leafCertificates: try await certificates(policy), title: "Sign in")
        let (ends, end) = AsyncStream<Result<String, JourneyError>>.makeStream()
        await container.redirect(to: redirectScheme) { end.yield(.success($0)) }
        await container.start { event, _ in
            switch event {
            case .closedByPerson:
                end.yield(.failure(JourneyError(.userCancelled, "The person closed the sign-in.", recovery: .restart)))
            case .loadFailed(let error): end.yield(.failure(error))
            case .processLost:
                end.yield(.failure(JourneyError(.pageProcessLost, "The sign-in's page died.", recovery: .restart)))
            case .navigationRefused:
                end.yield(.failure(JourneyError(.originBlocked, "The sign-in was led to another origin.")))
            // The authorization server's page has no bridge: nobody is there.
            case .message(let message): message.reply("")
            case .documentStarted, .loaded: break
            }
        }
        shown(container)
        await container.load(url, number: 1)
        var result: Result<String, JourneyError>?
        // The first word counts. A task that is cancelled ends the stream.
        for await first in ends {
            result = first
            break
        }
        await container.close()
        guard let result else { throw CancellationError() }
        return try result.get()
    }
}
