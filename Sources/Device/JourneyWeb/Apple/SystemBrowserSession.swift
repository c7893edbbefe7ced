#if canImport(UIKit)
public import AuthenticationServices
internal import Foundation
public import JourneyBase
public import UIKit

/// A browser session with the system's browser sheet: an ephemeral session that ends at the return address.
///
/// The system shows the pages and their addresses. The app sees neither and does not decide on their navigation.
@MainActor
public final class SystemBrowserSession: NSObject, BrowserSession, ASWebAuthenticationPresentationContextProviding {
    private let anchor: UIWindow
    private var session: ASWebAuthenticationSession?
    private var waiting: CheckedContinuation<String, any Error>?
    private let clock: any Clock<Duration>
    /// Observes the return of the app to the front, while another app shows the pages.
    private var observer: (any NSObjectProtocol)?
    /// The number of this visit, so that a late callback of an earlier one is ignored.
    private var count = 0

    /// Creates a session whose sheet appears over `anchor`.
    public init(over anchor: UIWindow) {
        self.anchor = anchor
        clock = ContinuousClock()
        super.init()
    }

    /// Creates a session over the window of `controller`, and waits for a controller that is about to appear.
    ///
    /// - Throws: `AUTH_FAILED` when the controller is gone or has no window.
    package static func make(
        over controller: UIViewController?, clock: any Clock<Duration> = ContinuousClock()
    ) async throws(JourneyError) -> SystemBrowserSession {
        let window = await Presentation.first(clock: clock) { controller?.viewIfLoaded?.window }
        guard let window else {
            throw JourneyError(
                .authFailed, "Showing the browser failed: the journey's view controller is in no window.",
                recovery: .restart)
        }
        return SystemBrowserSession(over: window)
    }

    public func open(_ request: BrowserSessionRequest) async throws -> String {
        guard let address = URL(string: request.url.description) else {
            throw SystemBrowserSession.failed("the URL is invalid")
        }
        let isInApp = request.prefersApp ? await SystemBrowserSession.openApp(address) : false
        try Task.checkCancellation()
        guard waiting == nil else { throw SystemBrowserSession.failed("another visit is in progress") }
        count += 1
        let number = count
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiting = continuation
                // The bank's app returns by a link, which the host hands over; cancelling the task ends the wait.
                if isInApp {
                    endAfterComingBack(number)
                } else {
                    start(number, address, endingAt: request.returnAddress)
                }
            }
        } onCancel: {
            Task { @MainActor in
                // The cancellation may arrive when a later visit has begun.
                guard number == count else { return }
                session?.cancel()
                end(.failure(CancellationError()))
            }
        }
    }

    /// Ends the visit as closed when the person comes back from the bank's app without a link.
    private func endAfterComingBack(_ number: Int) {
        observer = NotificationCenter.default.addObserver(
            forName: UIApplication.didBecomeActiveNotification, object: nil, queue: nil
        ) { @Sendable [weak self, clock] _ in
            Task { @MainActor in
                // A link is handed over shortly after.
                try? await clock.sleep(for: .seconds(2))
                guard let self, number == self.count else { return }
                self.end(.failure(SystemBrowserSession.closed))
            }
        }
    }

    /// Opens the app that claims `address`, and returns `false` if there is none.
    private static func openApp(_ address: URL) async -> Bool {
        await UIApplication.shared.open(address, options: [.universalLinksOnly: true])
    }

    private static func callback(_ address: BrowserReturnAddress) -> ASWebAuthenticationSession.Callback {
        switch address {
        case .scheme(let scheme): .customScheme(scheme)
        case .https(let url): .https(host: url.origin.host, path: url.path)
        }
    }

    private func start(_ number: Int, _ address: URL, endingAt returnAddress: BrowserReturnAddress) {
        let callback = SystemBrowserSession.callback(returnAddress)
        let session = ASWebAuthenticationSession(url: address, callback: callback) {
            // The system calls this on any thread; as a main-actor closure it would trap there.
            @Sendable [weak self] url, error in
            let isClosed = (error as? ASWebAuthenticationSessionError)?.code == .canceledLogin
            let cause = error.map(SystemCause.text)
            Task { @MainActor in self?.ended(number, at: url?.absoluteString, isClosed: isClosed, cause) }
        }
        // The session holds its provider weakly; the caller of `open` retains this object.
        session.presentationContextProvider = self
        session.prefersEphemeralWebBrowserSession = true
        self.session = session
        if !session.start() {
            end(.failure(SystemBrowserSession.failed("ASWebAuthenticationSession did not start")))
        }
    }

    /// Ends the visit with the first result: a session that could not start may report twice.
    private func end(_ result: Result<String, any Error>) {
        session = nil
        observer.map { NotificationCenter.default.removeObserver($0) }
        observer = nil
        waiting?.resume(with: result)
        waiting = nil
    }

    private func ended(_ number: Int, at address: String?, isClosed: Bool, _ cause: String?) {
        guard number == count else { return }
        if let address { return end(.success(address)) }
        end(
            .failure(
                isClosed ? SystemBrowserSession.closed : SystemBrowserSession.failed(cause ?? "no reason given")))
    }

    private static let closed = JourneyError(.userCancelled, "The person closed the browser.", recovery: .restart)

    private static func failed(_ cause: String) -> JourneyError {
        JourneyError(.authFailed, "The system could not show the browser: \(cause).", recovery: .restart)
    }

    public func presentationAnchor(for _: ASWebAuthenticationSession) -> ASPresentationAnchor { anchor }
}
#endif
