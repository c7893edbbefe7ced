import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// Authenticates a bank's servers, which check proofs and tickets.
enum BankServer {
    /// Returns the problem for a request without a credential whose SHA-256 is one of `checkers`, or whose content type isn't JSON;
    /// `nil` for an acceptable request.
    static func refusal(of request: HTTPRequest, _ checkers: Set<[UInt8]>, realm: String) -> Problem? {
        guard let digest = BearerToken.of(request).map({ SHA256.hash(Array($0.utf8)) }), checkers.contains(digest)
        else {
            return Problem(
                .notAuthorized, "A bank server's credential is required.",
                headers: ["WWW-Authenticate": "Bearer realm=\"\(realm)\""])
        }
        RequestCaller.identify("bank", Hex.encode(digest))
        return .unsupported(request, "application/json")
    }
}
