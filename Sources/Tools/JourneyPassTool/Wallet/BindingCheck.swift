import Foundation
import JourneyBase
import JourneyCrypto
import WalletPass

/// What a device looks at before it shows its sheet: the issuer's data against the signature, the chain, the time, and where
/// the answer goes.
struct BindingCheck: Sendable {
    let verifier: PassVerifier
    let now: Date

    /// How old data may be, and how far ahead of this clock. What a device takes, nobody has published; an issuer makes the
    /// data for the moment in which it is used.
    static let (oldest, ahead): (TimeInterval, TimeInterval) = (600, 60)

    /// The data, if it is believed, and the chain of who signed it. Throws `JourneyError` with one of the wallet's codes.
    func check(_ data: [UInt8], _ signature: [UInt8]) throws(JourneyError) -> (IssuerBindingData, CertificatePath) {
        let binding: IssuerBindingData
        do throws(IssuerBindingData.Unreadable) { binding = try IssuerBindingData(reading: data) } catch {
            throw JourneyError(
                .walletDataInvalid,
                error.member.map { "The issuer's data lacks \($0), or has it in another form." }
                    ?? "The issuer's data is no JSON object of at most \(IssuerBindingData.longest) bytes.")
        }
        let signer: (names: PassSignerNames, time: Date, path: CertificatePath)
        do throws(PassVerifier.Failure) { signer = try verifier.signer(of: data, signature, at: now) } catch {
            let code: ErrorCode =
                switch error {
                case .signature(.certificate): .walletSignerUntrusted
                case .signer: .walletSignerOther
                default: .walletSignatureInvalid
                }
            throw JourneyError(code, "\(error)")
        }
        guard signer.names == binding.names else {
            throw JourneyError(
                .walletSignerOther,
                "The data is for \(binding.names.passTypeIdentifier) of \(binding.names.teamIdentifier), and signed for"
                    + " \(signer.names.passTypeIdentifier) of \(signer.names.teamIdentifier).")
        }
        for time in [binding.created, signer.time] {
            guard (-BindingCheck.oldest...BindingCheck.ahead).contains(time.timeIntervalSince(now)) else {
                throw JourneyError(
                    .walletDataOld,
                    "The data was made or signed at \(time.formatted(.iso8601)), more than ten minutes ago or ahead of now."
                )
            }
        }
        guard BindingCheck.isWithin(binding.callback.origin.host, binding.relyingPartyIdentifier) else {
            throw JourneyError(
                .walletCallbackElsewhere,
                "The answer would go to \(binding.callback.origin.host), which is not \(binding.relyingPartyIdentifier) nor below it."
            )
        }
        return (binding, signer.path)
    }

    /// Whether a host is the relying party's own or below it: WebAuthn's rule (Level 2, section 5.1.2), as far as it goes without
    /// a list of public suffixes. A party is a domain of two labels at least, so that neither `com` nor a machine's bare name is
    /// one, and no address; a suffix of several labels under which anybody may have a name, such as `co.uk`, is not known here.
    static func isWithin(_ host: String, _ party: String) -> Bool {
        let labels = party.split(separator: ".", omittingEmptySubsequences: false)
        guard Origin(scheme: "https", host: party, port: 443)?.host == party, labels.count >= 2,
            labels.last?.contains(where: \.isLetter) ?? false
        else { return false }
        return host == party || host.hasSuffix("." + party)
    }
}
