internal import JourneyBase

extension ApiClient {
    /// The same client, whose calls carry what the person's sign-in granted.
    func signedIn(_ answer: TokenAnswer) -> ApiClient {
        var client = self
        client.identity.token = ContextToken(answer.accessToken)
        return client
    }
}
