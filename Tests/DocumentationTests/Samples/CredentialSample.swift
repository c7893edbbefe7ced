import CredentialSharing
import Foundation

/// Asks a person nearby for a proof of age 18. `code` is the text of the QR code on their device.
func isAdult(code: String, over radio: any ProximityTransport, trust: IssuerTrust) async -> Bool {
    let reader = ReaderOrchestrator(
        transport: BluetoothTransport(radio), verifier: DocumentVerifier(trust: trust))
    let end = await reader.startReading(.ageOver18, code: code)
    guard case .success(let result) = end, result.verdict == .verified else { return false }
    return result.ages[18] == true
}
