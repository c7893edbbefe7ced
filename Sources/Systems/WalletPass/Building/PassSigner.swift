public import Foundation
import JourneyBase
public import JourneyCrypto

/// Who signs passes of one type, and what is sent to bind them: the holder of a pass-type certificate.
public protocol PassSigner: Sendable {
    /// What the certificate is for.
    var names: PassSignerNames { get }
    /// A detached signature over `content` (CMS, DER) with its chain and the signing time. Throws `CryptoError`.
    func sign(_ content: [UInt8], at time: Date) throws(CryptoError) -> [UInt8]
}

extension PassSignerNames {
    /// User id (RFC 4519, section 2.39), which holds the pass type in Apple's certificates.
    public static let userID = OID(0, 9, 2_342, 19_200_300, 100, 1, 1)

    /// What a pass-type certificate says: the type as its user id, the team as its organizational unit. `nil` when it does not
    /// say exactly one of each.
    public init?(_ certificate: Certificate) {
        let types = certificate.subject.values(of: PassSignerNames.userID)
        let teams = certificate.subject.values(of: .organizationalUnit)
        guard types.count == 1, teams.count == 1, PassNames.isType(types[0]), PassNames.isTeam(teams[0]) else {
            return nil
        }
        self.init(passTypeIdentifier: types[0], teamIdentifier: teams[0])
    }
}
