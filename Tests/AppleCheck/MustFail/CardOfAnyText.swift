// must fail: cannot convert value of type 'String' to expected argument type 'CardUserID'
// Whose card is shown is an identifier that was looked at, and no text that may be another's.
import CardDetailsSDK

enum Sample {
    static func card(
        _ id: CardID, _ user: String, _ configuration: CardDetailsConfiguration, _ token: CardUserToken
    ) async throws -> CardDetails {
        try await CardDetails.make(id, of: user, configuration: configuration) { token }
    }
}
