internal import JourneyBase

/// The SDK's state for an app, in one place.
struct CBSDKManager: Sendable, CoordinatorAccessible {
    /// The manager of the shared SDK.
    static var shared: CBSDKManager { CBSDKManager(.shared) }

    private let sdk: CashBabaSDK

    init(_ sdk: CashBabaSDK) { self.sdk = sdk }

    var version: String { JourneyKitVersion.current }
    /// `true` while a presentation is active.
    var isPresented: Bool { sdk.isPresented }
    var coordinator: (any Coordinating)? { sdk.coordinator }
    var languageHandler: CBSDKLanguageHandler { sdk.languageHandler }
    var remainingSeconds: Int { sdk.remainingSeconds }
}

extension CBSDKLanguageHandler {
    /// The language handler of the shared SDK.
    public static var sharedInstance: CBSDKLanguageHandler { CashBabaSDK.shared.languageHandler }
}
