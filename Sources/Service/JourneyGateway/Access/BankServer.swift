import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// A bank's servers, which have proofs and tickets checked.
enum BankServer {
    /// Why `request` is not looked at: it shows no credential whose SHA-256 is one of `checkers`, or is no JSON. Nothing for one that
    /// is looked at.
    static func refusal(of request: HTTPRequest, _ checkers: Set<[UInt8]>, realm: String) -> Problem? {
        guard let digest = BearerToken.of(request).map({ SHA256.hash(Array($0.utf8)) }), checkers.contains(digest)
        else {
            return Problem(
                .notAuthorized, "A credential of a bank's server is needed.",
                headers: ["WWW-Authenticate": "Bearer realm=\"\(realm)\""])
        }
        RequestCaller.identify("bank", Hex.encode(digest))
        return .unsupported(request, "application/json")
    }
}
