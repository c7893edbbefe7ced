extension CashBabaSDK {
    /// Signs the app in, under the scope that was set, and begins the session: when it runs out, `onFailed` is told.
    public func clientVerification(
        clientId: String, clientSecret: HostSecret, wToken: HostSecret? = nil
    ) async throws(SDKError) -> TokenResponse {
        guard !isPresented else { throw .alreadyPresented }
        open()
        let token = try await calls(wToken).clientVerification(clientId: clientId, clientSecret: clientSecret.secret)
        sessionTimer.start(expiresIn: .seconds(token.expiresIn)) { [weak self] in self?.end(.failed(.sessionExpired)) }
        return token
    }
}

extension CBSDKDataStorage {
    /// That of the shared SDK.
    public static var shared: CBSDKDataStorage { CashBabaSDK.shared.dataStorage }
}

extension APIHandler {
    /// What the shared SDK's next call goes by.
    public static var config: CashBabaConfig {
        get { CashBabaSDK.shared.api.config }
        set { CashBabaSDK.shared.api.config = newValue }
    }
}
