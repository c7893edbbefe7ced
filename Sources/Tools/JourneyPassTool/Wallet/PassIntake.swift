import Foundation
import JourneyBase
import JourneyWire
import WalletPass

/// A pass that this wallet accepts: verified, without errors, and the requested one.
struct ReceivedPass: Sendable {
    let bytes: [UInt8]
    let verified: PassVerifier.Verified
    /// The content of `pass.json`.
    let content: JSONValue

    /// The short id for people.
    var id: String { InstalledPass.id(verified.names.passTypeIdentifier, verified.serialNumber) }
}

/// The device's checks before a pass is added.
struct PassIntake: Sendable {
    let verifier: PassVerifier
    let now: Date

    /// The account and signed data that a pass must be bound to.
    struct Binding: Sendable, Hashable {
        var relyingParty: String
        var accountHash: String
        /// The device's signed data, in hexadecimal digits.
        var signed: String
    }

    /// Verifies a pass. Throws `JourneyError` with one of the wallet's codes.
    func take(
        _ bytes: [UInt8], names: PassSignerNames? = nil, serialNumber: String? = nil, binding: Binding? = nil
    ) throws(JourneyError) -> ReceivedPass {
        let verified: PassVerifier.Verified
        do throws(PassVerifier.Failure) { verified = try verifier.verify(bytes, at: now) } catch {
            throw JourneyError(error == .archive(.tooLarge) ? .walletPassTooLarge : .walletPassUntrusted, "\(error)")
        }
        if let fault = verified.faults.first(where: { $0.severity == .error }) {
            throw JourneyError(.walletPassInvalid, "\(fault.place): \(fault.sentence) [\(fault.code.rawValue)]")
        }
        if let names, names != verified.names {
            throw JourneyError(
                .walletPassOther,
                "The pass has the type \(verified.names.passTypeIdentifier), not \(names.passTypeIdentifier).")
        }
        if let serialNumber, serialNumber != verified.serialNumber {
            throw JourneyError(.walletPassOther, "The pass does not have the requested serial number.")
        }
        guard let content = try? JSONReader.read(verified.files["pass.json"] ?? [], limits: JSONLimits(bytes: 1 << 20))
        else { throw JourneyError(.walletPassInvalid, "The pass has no content.") }
        if let binding {
            guard let found = PassIntake.binding(of: content) else {
                throw JourneyError(.walletPassUnbound, "The pass is not bound to an account.")
            }
            guard found == binding else {
                throw JourneyError(
                    .walletPassUnbound,
                    "The pass is bound to another account, or to data that this wallet did not sign.")
            }
        }
        return ReceivedPass(bytes: bytes, verified: verified, content: content)
    }

    /// Returns the binding that a pass states; `nil` for an unbound pass.
    static func binding(of content: JSONValue) -> Binding? {
        guard let party = content["fidoProfile"]?["relyingPartyIdentifier"]?.string,
            let account = content["fidoProfile"]?["accountHash"]?.string,
            let signed = content[SignedBinding.data]?[SignedBinding.data]?.string
        else { return nil }
        return Binding(relyingParty: party, accountHash: account, signed: signed)
    }
}
