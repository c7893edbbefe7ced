import Foundation
import JourneyBase
import WalletPass

/// A pass as this wallet takes it in: believed, without an error, and the one that was asked for.
struct ReceivedPass: Sendable {
    let bytes: [UInt8]
    let verified: PassVerifier.Verified
    /// Of `pass.json`.
    let content: JSONValue

    /// What people call it by.
    var id: String { KeptPass.id(verified.names.passTypeIdentifier, verified.serialNumber) }
}

/// What a device looks at before a pass is added.
struct PassIntake: Sendable {
    let verifier: PassVerifier
    let now: Date

    /// To what a pass has to be bound.
    struct Binding: Sendable, Hashable {
        var relyingParty: String
        var accountHash: String
        /// What the device has signed, in hexadecimal digits.
        var signed: String
    }

    /// Throws `JourneyError` with one of the wallet's codes.
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
                "The pass is of \(verified.names.passTypeIdentifier), not of \(names.passTypeIdentifier).")
        }
        if let serialNumber, serialNumber != verified.serialNumber {
            throw JourneyError(.walletPassOther, "The pass has another serial number than the one that was asked for.")
        }
        guard let content = try? JSONReader.read(verified.files["pass.json"] ?? [], limits: JSONLimits(bytes: 1 << 20))
        else { throw JourneyError(.walletPassInvalid, "The pass has no content.") }
        if let binding {
            guard let found = PassIntake.binding(of: content) else {
                throw JourneyError(.walletPassUnbound, "The pass is bound to no account.")
            }
            guard found == binding else {
                throw JourneyError(
                    .walletPassUnbound,
                    "The pass is bound to another account, or to something else than this wallet has signed.")
            }
        }
        return ReceivedPass(bytes: bytes, verified: verified, content: content)
    }

    /// To what a pass says that it is bound; `nil` for one that is not.
    static func binding(of content: JSONValue) -> Binding? {
        guard let party = content["fidoProfile"]?["relyingPartyIdentifier"]?.string,
            let account = content["fidoProfile"]?["accountHash"]?.string,
            let signed = content["issuerBindingData"]?["issuerBindingData"]?.string
        else { return nil }
        return Binding(relyingParty: party, accountHash: account, signed: signed)
    }
}
