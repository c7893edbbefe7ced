import CredentialSharing
import Foundation

/// Asks the person beside us whether they are 18, by the text of the code that their device shows.
func isAdult(code: String, over radio: any ProximityTransport, trust: IssuerTrust) async -> Bool {
    let reader = ReaderOrchestrator(
        transport: BluetoothTransport(radio), verifier: DocumentVerifier(trust: trust))
    let end = await reader.startReading(.ageOver18, code: code)
    guard case .success(let result) = end, result.verdict == .verified else { return false }
    return result.ages[18] == true
}
