// must fail: instance method 'urlSession(_:didRecieve:completionHandler:)' nearly matches defaulted requirement 'urlSession(_:didReceive:completionHandler:)'
// Pins that would never be looked at.
import Foundation

final class Sample: NSObject {}

extension Sample: URLSessionDelegate {
    func urlSession(
        _: URLSession, didRecieve _: URLAuthenticationChallenge,
        completionHandler _: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {}
}
