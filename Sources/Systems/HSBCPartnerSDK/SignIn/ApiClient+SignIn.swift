internal import JourneyBase

extension ApiClient {
    /// The same client, whose calls carry what the person's sign-in granted, for as long as `renewal` can renew it.
    func signedIn(_ answer: TokenAnswer, renewal: SignInRenewal) -> ApiClient {
        var client = self
        client.identity.token = ContextToken(
            answer.accessToken, clock: dependencies.clock, patience: SignInRenewal.patience
        ) { try await renewal.renew() }
        return client
    }
}
