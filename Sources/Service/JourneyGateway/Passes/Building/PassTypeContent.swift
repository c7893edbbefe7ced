package import Foundation
import JourneyBase
public import JourneyCrypto
public import WalletPass

/// What the operator's files say of one pass type: who signs, and what its passes have in common.
public struct PassTypeContent: Sendable {
    let signer: any PassSigner
    /// The signer's.
    let certificate: Certificate
    let template: PassTemplate

    /// The type of a signer, who has that certificate, and its template.
    public init(signer: any PassSigner, certificate: Certificate, template: PassTemplate) {
        self.signer = signer
        self.certificate = certificate
        self.template = template
    }

    var names: PassSignerNames { signer.names }
    var identifier: String { names.passTypeIdentifier }
    package var team: String { names.teamIdentifier }
    var notBefore: Date { certificate.notBefore }
    package var notAfter: Date { certificate.notAfter }

    /// What keeps passes of the type from being bound to their holders' accounts, in sentences; empty when they can be.
    package var bindingObstacles: [String] { PassCheck.bindingObstacles(in: template.files).map(\.description) }

    /// From how many days on the end of a certificate is told.
    package static let warningDays = 30

    /// Whole days until the certificate is over, 0 on the last; negative when it is.
    package func daysLeft(at now: Date) -> Int { Int((notAfter.timeIntervalSince(now) / 86_400).rounded(.down)) }
}
