#if canImport(UIKit)
public import AuthenticationServices
internal import Foundation
public import JourneyBase
public import UIKit

/// A sign-in browser with the system's browser sheet: an ephemeral session that ends at the redirect scheme.
///
/// The system shows the pages and their addresses. The app sees neither and does not decide on their navigation.
@MainActor
public final class WebAuthenticationSignIn: NSObject, SignInBrowser, ASWebAuthenticationPresentationContextProviding {
    private let anchor: UIWindow
    private var session: ASWebAuthenticationSession?
    private var waiting: CheckedContinuation<String, any Error>?
    /// The number of this sign-in, so that a late callback of an earlier one is ignored.
    private var count = 0

    /// Creates a sign-in whose sheet appears over `anchor`.
    public init(over anchor: UIWindow) {
        self.anchor = anchor
        super.init()
    }

    /// Creates a sign-in over the window of `controller`, and waits for a controller that is about to appear.
    ///
    /// - Throws: `AUTH_FAILED` when the controller is gone or has no window.
    package static func make(
        over controller: UIViewController?, clock: any Clock<Duration> = ContinuousClock()
    ) async throws(JourneyError) -> WebAuthenticationSignIn {
        let window = await Presentation.first(clock: clock) { controller?.viewIfLoaded?.window }
        guard let window else {
            throw JourneyError(
                .authFailed, "Showing the sign-in failed: the journey's view controller is in no window.",
                recovery: .restart)
        }
        return WebAuthenticationSignIn(over: window)
    }

    public func authorize(_ url: HTTPSURL, redirectScheme: String) async throws -> String {
        guard let address = URL(string: url.description) else {
            throw WebAuthenticationSignIn.failed("the authorization request's URL is invalid")
        }
        guard waiting == nil else { throw WebAuthenticationSignIn.failed("another sign-in is in progress") }
        count += 1
        let number = count
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiting = continuation
                start(number, address, redirectScheme)
            }
        } onCancel: {
            Task { @MainActor in
                // The cancellation may arrive when a later sign-in has begun.
                guard number == count else { return }
                session?.cancel()
                end(.failure(CancellationError()))
            }
        }
    }

    private func start(_ number: Int, _ address: URL, _ scheme: String) {
        let session = ASWebAuthenticationSession(url: address, callback: .customScheme(scheme)) {
            // The system calls this on any thread; as a main-actor closure it would trap there.
            @Sendable [weak self] url, error in
            let isClosed = (error as? ASWebAuthenticationSessionError)?.code == .canceledLogin
            let cause = error.map(SystemCause.text)
            Task { @MainActor in self?.ended(number, at: url?.absoluteString, isClosed: isClosed, cause) }
        }
        // The session holds its provider weakly; the caller of `authorize` retains this object.
        session.presentationContextProvider = self
        session.prefersEphemeralWebBrowserSession = true
        self.session = session
        if !session.start() {
            end(.failure(WebAuthenticationSignIn.failed("ASWebAuthenticationSession did not start")))
        }
    }

    /// Ends the sign-in with the first result: a session that could not start may report twice.
    private func end(_ result: Result<String, any Error>) {
        session = nil
        waiting?.resume(with: result)
        waiting = nil
    }

    private func ended(_ number: Int, at address: String?, isClosed: Bool, _ cause: String?) {
        guard number == count else { return }
        if let address { return end(.success(address)) }
        end(
            .failure(
                isClosed ? WebAuthenticationSignIn.closed : WebAuthenticationSignIn.failed(cause ?? "no reason given")))
    }

    private static let closed = JourneyError(.userCancelled, "The person closed the sign-in.", recovery: .restart)

    private static func failed(_ cause: String) -> JourneyError {
        JourneyError(.authFailed, "The system could not show the sign-in: \(cause).", recovery: .restart)
    }

    public func presentationAnchor(for _: ASWebAuthenticationSession) -> ASPresentationAnchor { anchor }
}
#endif
