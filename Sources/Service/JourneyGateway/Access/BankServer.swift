import JourneyBase
import JourneyCrypto
import JourneyServer

/// A bank's servers, which have proofs and tickets checked.
enum BankServer {
    /// Whether `request` shows a credential whose SHA-256 is one of `checkers`.
    static func isKnown(_ request: HTTPRequest, _ checkers: Set<[UInt8]>) -> Bool {
        guard let token = BearerToken.of(request) else { return false }
        let digest = SHA256.hash(Array(token.utf8))
        guard checkers.contains(digest) else { return false }
        RequestCaller.identify("bank", Hex.encode(digest))
        return true
    }
}
