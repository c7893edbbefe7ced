import JourneyBase
import JourneyCrypto
import JourneyWire

/// The `Authorization: ApplePass` header with a pass's own token.
struct PassAuthorization: Sendable {
    private let shown: [UInt8]?

    /// Reads the header of that scheme; ignored if there isn't exactly one.
    init(_ request: HTTPRequest) {
        let fields = request.headers.values(of: "Authorization")
        let parts = fields.first?.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false) ?? []
        guard fields.count == 1, parts.count == 2, parts[0].lowercased() == PassUpdateContract.scheme.lowercased(),
            !parts[1].isEmpty,
            parts[1].utf8.count <= 1_024
        else {
            shown = nil
            return
        }
        shown = Array(parts[1].utf8)
    }

    /// Compares with the pass's token in constant time, which also hides whether the pass exists.
    func opens(_ card: PassCard?) -> Bool {
        let expected = SHA256.hash(Array((card?.authenticationToken ?? "none").utf8))
        let given = SHA256.hash(shown ?? [])
        let difference = zip(expected, given).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
        return difference == 0 && card != nil && shown != nil
    }
}
