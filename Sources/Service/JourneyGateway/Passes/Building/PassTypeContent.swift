public import Foundation
import JourneyBase
public import JourneyCrypto
public import WalletPass

/// What the operator's files say of one pass type: who signs, and what its passes have in common.
public struct PassTypeContent: Sendable {
    public let identity: PassIdentity
    public let template: PassTemplate

    /// The type of a certificate and its template. Throws `CryptoError`.
    public init(identity: SigningIdentity, template: PassTemplate) throws(CryptoError) {
        self.identity = try PassIdentity(identity)
        self.template = template
    }

    public var names: PassSignerNames { identity.names }
    public var identifier: String { names.passTypeIdentifier }
    public var team: String { names.teamIdentifier }
    public var notBefore: Date { identity.identity.certificate.notBefore }
    public var notAfter: Date { identity.identity.certificate.notAfter }

    /// What keeps passes of the type from being bound to their holders' accounts, in sentences; empty when they can be.
    public var bindingObstacles: [String] { PassCheck.bindingObstacles(in: template.files).map(\.description) }

    /// From how many days on the end of a certificate is told.
    public static let warningDays = 30

    /// Whole days until the certificate is over, 0 on the last; negative when it is.
    public func daysLeft(at now: Date) -> Int { Int((notAfter.timeIntervalSince(now) / 86_400).rounded(.down)) }
}
