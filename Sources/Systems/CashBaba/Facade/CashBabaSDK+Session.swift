extension CashBabaSDK {
    public typealias Completion<Value> = @MainActor @Sendable (Result<Value, SDKError>) -> Void

    /// Signs the app in, under the scope that was set, and begins the session: when it runs out, `onFailed` is told.
    public func clientVerification(
        clientId: String, clientSecret: HostSecret, wToken: HostSecret? = nil
    ) async throws(SDKError) -> TokenResponse {
        guard !isPresented else { throw .alreadyPresented }
        open()
        let token = try await call(wToken) { calls throws(SDKError) in
            try await calls.clientVerification(clientId: clientId, clientSecret: clientSecret.secret)
        }
        sessionTimer.start(expiresIn: .seconds(token.expiresIn)) { [weak self] in self?.end(.failed(.sessionExpired)) }
        return token
    }

    /// The same, for hosts that take completions.
    public func clientVerification(
        clientId: String, clientSecret: HostSecret, wToken: HostSecret? = nil,
        completion: @escaping Completion<TokenResponse>
    ) {
        complete(completion) { () throws(SDKError) in
            try await self.clientVerification(clientId: clientId, clientSecret: clientSecret, wToken: wToken)
        }
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
