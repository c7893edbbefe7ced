// must fail: call to main actor-isolated instance method 'end()' in a synchronous nonisolated context
// The system ends a sign-in on any thread.
import AuthenticationServices
import Foundation

@MainActor final class Sample {
    func end() {}

    func start(_ url: URL) -> ASWebAuthenticationSession {
        ASWebAuthenticationSession(url: url, callback: .customScheme("app")) { _, _ in self.end() }
    }
}
