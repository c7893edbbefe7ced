import Foundation
import JourneyBase
import JourneyCrypto
import WalletPass

/// The device's checks before it shows its sheet: the issuer's data against the signature, the chain, the time, and the callback.
struct BindingCheck: Sendable {
    let verifier: PassVerifier
    let now: Date

    /// The maximum age of the data in seconds, and the tolerance for times in the future. Apple has not published the device's
    /// limits; issuers create the data on demand.
    static let (oldest, ahead): (TimeInterval, TimeInterval) = (600, 60)

    /// Verifies the data and returns it with the signer's chain. Throws `JourneyError` with one of the wallet's codes.
    func check(_ data: [UInt8], _ signature: [UInt8]) throws(JourneyError) -> (IssuerBindingData, CertificatePath) {
        let binding: IssuerBindingData
        do throws(IssuerBindingData.Unreadable) { binding = try IssuerBindingData(reading: data) } catch {
            throw JourneyError(
                .walletDataInvalid,
                error.member.map { "In the issuer's data, \($0) is missing or invalid." }
                    ?? "The issuer's data is not a JSON object of at most \(IssuerBindingData.longest) bytes.")
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
                "The callback host \(binding.callback.origin.host) is neither \(binding.relyingPartyIdentifier) nor a subdomain of it."
            )
        }
        return (binding, signer.path)
    }

    /// Returns `true` if a host is the relying party's own or a subdomain: WebAuthn's rule (Level 2, section 5.1.2) without a
    /// public suffix list. The party must be a domain of at least two labels, not an address, so neither `com` nor a bare host
    /// name qualifies. Public suffixes of several labels, such as `co.uk`, are not recognised.
    static func isWithin(_ host: String, _ party: String) -> Bool {
        let labels = party.split(separator: ".", omittingEmptySubsequences: false)
        guard Origin(scheme: "https", host: party, port: 443)?.host == party, labels.count >= 2,
            labels.last?.contains(where: \.isLetter) ?? false
        else { return false }
        return host == party || host.hasSuffix("." + party)
    }
}
