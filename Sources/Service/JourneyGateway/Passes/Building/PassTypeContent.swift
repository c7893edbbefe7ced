public import Foundation
import JourneyBase
public import JourneyCrypto
public import WalletPass

/// What the operator's files say of one pass type: who signs, and what its passes have in common.
public struct PassTypeContent: Sendable {
    public let signer: any PassSigner
    /// The signer's.
    public let certificate: Certificate
    public let template: PassTemplate

    /// The type of a signer, who has that certificate, and its template.
    public init(signer: any PassSigner, certificate: Certificate, template: PassTemplate) {
        self.signer = signer
        self.certificate = certificate
        self.template = template
    }

    public var names: PassSignerNames { signer.names }
    public var identifier: String { names.passTypeIdentifier }
    public var team: String { names.teamIdentifier }
    public var notBefore: Date { certificate.notBefore }
    public var notAfter: Date { certificate.notAfter }

    /// What keeps passes of the type from being bound to their holders' accounts, in sentences; empty when they can be.
    public var bindingObstacles: [String] { PassCheck.bindingObstacles(in: template.files).map(\.description) }

    /// From how many days on the end of a certificate is told.
    public static let warningDays = 30

    /// Whole days until the certificate is over, 0 on the last; negative when it is.
    public func daysLeft(at now: Date) -> Int { Int((notAfter.timeIntervalSince(now) / 86_400).rounded(.down)) }
}
