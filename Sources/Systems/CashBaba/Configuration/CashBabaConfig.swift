public import JourneyBase

/// The configuration of the SDK's calls.
public struct CashBabaConfig: Sendable {
    /// The seed's name. It is nested, because at top level it would shadow SwiftUI's `@Environment` in apps that use both.
    typealias Environment = CashBabaEnvironment

    public var environment: CashBabaEnvironment
    /// The scope of the next token call. The other calls have scopes of their own.
    public var scope: Scope?
    /// The wallet's token, issued by the host app's server.
    public var wToken: Secret?
    /// The access token of the session.
    public var accessToken: Secret?
    /// The encryptor of PINs. Without it no PIN is sent.
    public var encryptor: Encryptor?
    /// The categories that are logged when the host provides a log.
    public var logs: Set<LogCategory> = Set(LogCategory.allCases)
    /// The language of the screens: Bengali for `bn` and its regions, Arabic for `ar` and its regions, else English.
    ///
    /// The service answers in Bengali or English only. For Arabic it is asked for English.
    public var language: Language

    public init(
        environment: CashBabaEnvironment, languageCode: String = "en", scope: Scope? = nil, wToken: Secret? = nil
    ) {
        self.environment = environment
        self.scope = scope
        self.wToken = wToken
        language = CashBabaConfig.language(of: languageCode)
    }

    /// The language's code: `en`, `bn` or `ar`. The `lang` header carries `bn` or `en`.
    public var languageCode: String {
        get { language.tag }
        set { language = CashBabaConfig.language(of: newValue) }
    }

    static func language(of code: String) -> Language { Language(preferred: [code]) }
}

/// The name used in the seed.
typealias Config = CashBabaConfig

/// The categories of log lines. A host can switch each of them off.
public enum LogCategory: Hashable, Sendable, CaseIterable {
    /// Calls and their statuses.
    case network
    /// The lifetime of the token.
    case session
    /// The start and end of flows.
    case flow
}
