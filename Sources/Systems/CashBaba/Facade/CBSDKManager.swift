internal import JourneyBase

/// What an app asks the SDK about itself, in one place.
struct CBSDKManager: Sendable, CoordinatorAccessible {
    /// That of the shared SDK.
    static var shared: CBSDKManager { CBSDKManager(.shared) }

    private let sdk: CashBabaSDK

    init(_ sdk: CashBabaSDK) { self.sdk = sdk }

    var version: String { JourneyKitVersion.current }
    /// Whether a presentation is under way.
    var isPresented: Bool { sdk.isPresented }
    var coordinator: (any Coordinating)? { sdk.coordinator }
    var languageHandler: CBSDKLanguageHandler { sdk.languageHandler }
    var remainingSeconds: Int { sdk.remainingSeconds }
}

extension CBSDKLanguageHandler {
    /// That of the shared SDK.
    public static var sharedInstance: CBSDKLanguageHandler { CashBabaSDK.shared.languageHandler }
}
