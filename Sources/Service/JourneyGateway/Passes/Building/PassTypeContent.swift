package import Foundation
import JourneyBase
public import JourneyCrypto
public import WalletPass

/// The operator's files for one pass type: its signer, and the template of its passes.
public struct PassTypeContent: Sendable {
    let signer: any PassSigner
    /// The signer's certificate.
    let certificate: Certificate
    let template: PassTemplate

    /// Creates a pass type.
    ///
    /// - Parameters:
    ///   - signer: The signer of its passes.
    ///   - certificate: The signer's certificate.
    ///   - template: The template of its passes.
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

    /// The reasons why passes of the type can't be bound to their holders' accounts, as sentences; empty if they can.
    package var bindingObstacles: [String] { PassCheck.bindingObstacles(in: template.files).map(\.description) }

    /// The number of days before a certificate's expiry from which a warning is logged.
    package static let warningDays = 30

    /// Returns the whole days until the certificate expires: 0 on the last day, negative after it.
    package func daysLeft(at now: Date) -> Int { Int((notAfter.timeIntervalSince(now) / 86_400).rounded(.down)) }
}
