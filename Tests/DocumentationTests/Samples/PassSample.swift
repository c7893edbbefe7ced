import ProntoWalletSDK

/// Lets the user add the pass of a tag. The backend vouches for them with a token that lives a few minutes.
func addTicket(
    _ tagId: String, with pronto: ProntoWallet = .shared, at environment: ProntoEnvironment = .staging,
    to wallet: any WalletPresenter, backend: @escaping @Sendable () async throws -> String
) async throws -> Bool {
    pronto.configure(with: ProntoConfiguration(environment: environment) { try await backend() })
    return try await pronto.provisionPass(tagId: tagId, on: wallet) == .completed
}
