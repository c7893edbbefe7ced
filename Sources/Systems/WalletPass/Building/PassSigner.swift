public import Foundation
import JourneyBase
public import JourneyCrypto

/// A signer of passes of one type and of their binding data, with a pass-type certificate.
public protocol PassSigner: Sendable {
    /// The pass type and team of the certificate.
    var names: PassSignerNames { get }
    /// Returns a detached signature over `content` (CMS, DER) with its chain and the signing time.
    ///
    /// - Parameters:
    ///   - content: The bytes to sign.
    ///   - time: The signing time.
    /// - Returns: The signature.
    /// - Throws: `CryptoError`.
    func sign(_ content: [UInt8], at time: Date) throws(CryptoError) -> [UInt8]
}

extension PassSignerNames {
    /// The user id attribute (RFC 4519, section 2.39), which holds the pass type in Apple's certificates.
    public static let userID = OID(0, 9, 2_342, 19_200_300, 100, 1, 1)

    /// Reads the names in a pass-type certificate: the type from the user id, the team from the organizational unit. `nil` unless
    /// there is exactly one of each.
    public init?(_ certificate: Certificate) {
        let types = certificate.subject.values(of: PassSignerNames.userID)
        let teams = certificate.subject.values(of: .organizationalUnit)
        guard types.count == 1, teams.count == 1, PassNames.isType(types[0]), PassNames.isTeam(teams[0]) else {
            return nil
        }
        self.init(passTypeIdentifier: types[0], teamIdentifier: teams[0])
    }
}
