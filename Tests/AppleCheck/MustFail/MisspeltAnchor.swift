// must fail: type 'Sample' does not conform to protocol 'ASWebAuthenticationPresentationContextProviding'
// A sign-in whose sheet would have no window.
import AuthenticationServices
import Foundation

@MainActor
final class Sample: NSObject, ASWebAuthenticationPresentationContextProviding {
    func presentationAnchors(for _: ASWebAuthenticationSession) -> ASPresentationAnchor { ASPresentationAnchor() }
}
