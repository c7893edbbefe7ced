internal import JourneyBase

/// What an app asks the SDK about itself, in one place.
public struct CBSDKManager: Sendable, CoordinatorAccessible {
    /// That of the shared SDK.
    public static var shared: CBSDKManager { CBSDKManager(.shared) }

    private let sdk: CashBabaSDK

    public init(_ sdk: CashBabaSDK) { self.sdk = sdk }

    public var version: String { JourneyKitVersion.current }
    /// Whether a presentation is under way.
    public var isPresented: Bool { sdk.isPresented }
    public var coordinator: (any Coordinating)? { sdk.coordinator }
    public var languageHandler: CBSDKLanguageHandler { sdk.languageHandler }
    public var remainingSeconds: Int { sdk.remainingSeconds }
}

extension CBSDKLanguageHandler {
    /// That of the shared SDK.
    public static var sharedInstance: CBSDKLanguageHandler { CashBabaSDK.shared.languageHandler }
}
