public import JourneyBase

/// A gateway's account at a card issuer: where that is, and the secrets that stay here.
public struct IssuerAccount: Sendable {
    /// Its API with the version, such as `https://issuer.example/api/v1`, without a slash at the end.
    let api: HTTPSURL
    /// Its UI SDK; whose origin has the frames.
    let script: HTTPSURL
    let applicationID: String
    let apiKey: Secret
    let apiSecret: Secret
    let uiSecret: Secret

    /// Throws `CONFIGURATION_INVALID` for an address with a query, and for a key, a secret or an id that is not visible
    /// ASCII.
    public init(
        api: HTTPSURL, script: HTTPSURL, applicationID: String, apiKey: Secret, apiSecret: Secret, uiSecret: Secret
    ) throws(JourneyError) {
        guard api.query == nil, !api.path.hasSuffix("/"), script.query == nil else {
            throw JourneyError(
                .configurationInvalid, "An issuer's address has no query, and its API's no slash at the end.")
        }
        // They go into header fields and into a page.
        let areVisible = [apiKey, apiSecret, uiSecret].allSatisfy { secret in
            (1...512).contains(secret.count) && secret.withBytes { $0.allSatisfy { (0x21...0x7E).contains($0) } }
        }
        guard areVisible, (1...128).contains(applicationID.utf8.count),
            applicationID.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw JourneyError(
                .configurationInvalid, "An issuer's key, secrets and application id are visible ASCII characters.")
        }
        self.api = api
        self.script = script
        self.applicationID = applicationID
        self.apiKey = apiKey
        self.apiSecret = apiSecret
        self.uiSecret = uiSecret
    }
}
