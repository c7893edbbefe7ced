import Foundation
import JourneyBase
import JourneyTesting
import ProntoWalletSDK
import WalletPass

/// A wallet whose person always adds the pass.
struct WillingWallet: WalletPresenter {
    let isAvailable = true
    func present(issuerData: [UInt8], signature: [UInt8]) async throws {}
}

/// The app's own code against a service that answers as the test says: no network, no waiting, no simulator.
func ticketIsAdded() async throws -> Bool {
    let binding: JSONValue = [
        "fidoProfile": ["relyingPartyIdentifier": "passes.example.com", "accountHash": "a"],
        "creationTimestamp": "2026-01-02T03:04:05Z", "sessionIdentifier": "s-1",
        "callbackURL": "https://passes.example.com/callback", "passTypeIdentifier": "pass.com.example",
        "teamIdentifier": "ABCDE12345", "displayableName": "Example",
    ]
    let data = Data(binding.compactBytes).base64EncodedString()
    let service = ScriptedTransport([
        answer(["issuer_data": .string(data), "signature": "AQID", "tag_id": "7"]),
        answer(["status": "completed"]),
    ])
    let pronto = ProntoWallet(surroundings: .fixed()) { service }
    return try await addTicket("TICKET-001", with: pronto, to: WillingWallet()) { "a-token" }
}

func answer(_ body: JSONValue) -> ScriptedTransport.Step {
    .response(HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: body.compactBytes))
}
