extension CashBabaSDK {
    /// Signs the app in under the configured scope and starts the session. `onFailed` is called when the session expires.
    ///
    /// - Parameters:
    ///   - clientId: The client's id.
    ///   - clientSecret: The client's secret, from the host's server.
    ///   - wToken: The wallet's token for this and later calls; `nil` keeps the current one.
    /// - Returns: The granted token.
    /// - Throws: `SDKError.alreadyPresented` during a presentation; another `SDKError` if the call fails.
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
    /// The data storage of the shared SDK.
    public static var shared: CBSDKDataStorage { CashBabaSDK.shared.dataStorage }
}

extension APIHandler {
    /// The configuration of the shared SDK's next call.
    public static var config: CashBabaConfig {
        get { CashBabaSDK.shared.api.config }
        set { CashBabaSDK.shared.api.config = newValue }
    }
}
