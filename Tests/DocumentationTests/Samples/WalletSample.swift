import CashBaba
import Foundation

/// Asks the user of `presenter` to set a PIN, and returns the outcome. `client` is the app's client from CashBaba.
func setPIN(
    on presenter: any Presenter, with sdk: CashBabaSDK = .shared, environment: CashBabaEnvironment = .demo,
    publicKey: Data, client: (id: String, secret: HostSecret), wToken: HostSecret
) async throws -> String {
    try sdk.initialize(environment: environment, languageCode: "en", pemData: publicKey)
    let args = NavigationArgs(
        type: .SET_PIN, wToken: wToken, languageCode: "en", environment: environment, clientId: client.id,
        clientSecret: client.secret)
    return await withCheckedContinuation { ended in
        SDKPresenter.present(
            from: CashBabaHost(presenter: presenter, sdk: sdk), args: args,
            onSuccess: { _ in ended.resume(returning: "The PIN is set.") },
            onFailed: { failure in ended.resume(returning: failure.errorMessage) },
            onUserCancel: { ended.resume(returning: "The person left.") })
    }
}
