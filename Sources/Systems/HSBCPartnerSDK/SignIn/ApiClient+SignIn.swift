internal import JourneyBase

extension ApiClient {
    /// Returns this client with the token of the person's sign-in, renewed by `renewal`.
    func signedIn(_ answer: TokenAnswer, renewal: SignInRenewal) -> ApiClient {
        var client = self
        client.identity.token = ContextToken(
            answer.accessToken, clock: dependencies.clock, timeout: SignInRenewal.timeout
        ) { try await renewal.renew() }
        return client
    }
}
