public import JourneyBase

/// What every call goes by.
public struct CashBabaConfig: Sendable {
    /// The seed's name; at the top it would take SwiftUI's `@Environment` from apps that use both.
    typealias Environment = CashBabaEnvironment

    public var environment: CashBabaEnvironment
    /// The scope of the next token call; the other calls have their own.
    public var scope: Scope?
    /// The wallet's token, from the host app's server.
    public var wToken: Secret?
    /// Who may call, until it expires.
    public var accessToken: Secret?
    /// Encrypts PINs; without it no PIN is sent.
    public var encryptor: Encryptor?
    /// What is logged, where the host gave a log.
    public var logs: Set<LogCategory> = Set(LogCategory.allCases)
    /// What the person is spoken to in: Bengali for `bn` and its regions, Arabic for `ar` and its regions, else English. The
    /// service answers in Bengali or in English; in Arabic it is asked for English.
    public var language: Language

    public init(
        environment: CashBabaEnvironment, languageCode: String = "en", scope: Scope? = nil, wToken: Secret? = nil
    ) {
        self.environment = environment
        self.scope = scope
        self.wToken = wToken
        language = CashBabaConfig.language(of: languageCode)
    }

    /// `en`, `bn` or `ar`. The header `lang` has `bn` or `en`.
    public var languageCode: String {
        get { language.tag }
        set { language = CashBabaConfig.language(of: newValue) }
    }

    static func language(of code: String) -> Language { Language(preferred: [code]) }
}

/// The name that the seed's file has.
typealias Config = CashBabaConfig

/// Kinds of log lines, each of which a host can switch off.
public enum LogCategory: Hashable, Sendable, CaseIterable {
    /// A call and its status.
    case network
    /// The token's life.
    case session
    /// How a flow began and ended.
    case flow
}
