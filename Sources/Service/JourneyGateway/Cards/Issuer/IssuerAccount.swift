public import JourneyBase

/// A gateway's account at a card issuer: its addresses and secrets.
public struct IssuerAccount: Sendable {
    /// The base URL of its API including the version, such as `https://issuer.example/api/v1`, without a trailing slash.
    let api: HTTPSURL
    /// The URL of its UI SDK. The card frames come from the same origin.
    let script: HTTPSURL
    let applicationID: String
    let apiKey: Secret
    let apiSecret: Secret
    let uiSecret: Secret

    /// Creates an account.
    ///
    /// - Parameters:
    ///   - api: The base address of the issuer's API, without a trailing slash.
    ///   - script: The address of the issuer's page script.
    ///   - applicationID: The id of the application at the issuer.
    ///   - apiKey: The key of the API.
    ///   - apiSecret: The secret that signs calls.
    ///   - uiSecret: The secret of the page script.
    /// - Throws: `CONFIGURATION_INVALID` for an address with a query, an API address with a trailing slash, and a key, secret or
    ///   id that is empty, too long or not visible ASCII.
    public init(
        api: HTTPSURL, script: HTTPSURL, applicationID: String, apiKey: Secret, apiSecret: Secret, uiSecret: Secret
    ) throws(JourneyError) {
        guard api.query == nil, !api.path.hasSuffix("/"), script.query == nil else {
            throw JourneyError(
                .configurationInvalid,
                "An issuer address must not have a query, and the API address must not end in a slash.")
        }
        // The values go into header fields and a page.
        let areVisible = [apiKey, apiSecret, uiSecret].allSatisfy { secret in
            (1...512).contains(secret.count) && secret.withBytes { $0.allSatisfy { (0x21...0x7E).contains($0) } }
        }
        guard areVisible, (1...128).contains(applicationID.utf8.count),
            applicationID.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw JourneyError(
                .configurationInvalid,
                "An issuer's API key and secrets must be 1 to 512 visible ASCII characters, its application id 1 to 128."
            )
        }
        self.api = api
        self.script = script
        self.applicationID = applicationID
        self.apiKey = apiKey
        self.apiSecret = apiSecret
        self.uiSecret = uiSecret
    }
}
