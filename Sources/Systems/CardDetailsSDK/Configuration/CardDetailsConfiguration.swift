public import JourneyBase

/// The servers of a card, and the limits of its flow. Sandbox and production are two configurations; nothing else depends on the
/// environment.
public struct CardDetailsConfiguration: Hashable, Sendable {
    /// The policy for biometric checks before the card is shown.
    public enum BiometricPolicy: Hashable, Sendable {
        /// Always required. Without a check, nothing is shown.
        case required
        /// Required where the device supports it, with a sensor and an enrolled finger or face. A user who is rejected, locked
        /// out or closes the prompt sees nothing.
        case whereAvailable
        case never
    }

    /// The partner's proxy, which confirms codes and serves the page.
    public let gateway: Origin
    /// The origin of the issuer's script and frames. No other origin may take part in a page.
    public let vault: Origin
    /// The channels for codes that the user can choose from. With one there is no choice.
    public let channels: [ConsentChannel]
    /// The number of digits of a code.
    public let codeLength: Int
    /// The time until another code can be requested.
    public let resendCooldown: Duration
    /// The maximum number of further codes in one viewing, over all channels.
    public let resends: Int
    /// The maximum number of attempts at one challenge's code. The proxy counts, too.
    public let attempts: Int
    public var biometrics: BiometricPolicy
    /// The time for which the card is shown.
    public let visibility: Duration
    /// `true` if the PIN is shown, too. Issuers show it for activated physical cards only.
    public var showsPIN: Bool
    /// The time limit for a page to load, and to answer.
    public let patience: Duration
    /// The number of payments shown below the card.
    public let recentTransactions: Int

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - gateway: The partner's proxy.
    ///   - vault: The issuer's origin. It must differ from `gateway`, whose page could otherwise read the frames.
    ///   - channels: The channels for codes: at least one, without duplicates.
    ///   - codeLength: The number of digits of a code, 4 to 12.
    ///   - resendCooldown: The time until another code can be requested.
    ///   - resends: The maximum number of further codes in one viewing, 0 to 10.
    ///   - attempts: The maximum number of attempts at one challenge's code, 1 to 10.
    ///   - biometrics: The policy for biometric checks.
    ///   - visibility: The time for which the card is shown, 5 to 600 seconds.
    ///   - showsPIN: `true` to show the PIN of physical cards.
    ///   - patience: The time limit for a page to load, and to answer, 1 to 120 seconds.
    ///   - recentTransactions: The number of payments shown below the card, 0 to 20.
    /// - Throws: `JourneyError` with `CONFIGURATION_INVALID` for a value outside these limits.
    public init(
        gateway: Origin, vault: Origin, channels: [ConsentChannel] = [.both, .sms, .email], codeLength: Int = 6,
        resendCooldown: Duration = .seconds(30), resends: Int = 3, attempts: Int = 5,
        biometrics: BiometricPolicy = .whereAvailable, visibility: Duration = .seconds(60), showsPIN: Bool = false,
        patience: Duration = .seconds(30), recentTransactions: Int = 3
    ) throws(JourneyError) {
        let isGood =
            gateway != vault && !channels.isEmpty && Set(channels).count == channels.count
            && (4...12).contains(codeLength) && resendCooldown >= .zero && (0...10).contains(resends)
            && (1...10).contains(attempts) && (.seconds(5) ... .seconds(600)).contains(visibility)
            && (.seconds(1) ... .seconds(120)).contains(patience) && (0...20).contains(recentTransactions)
        guard isGood else {
            throw JourneyError(
                .configurationInvalid,
                "A value of CardDetailsConfiguration is outside its limits, or gateway and vault are the same origin.")
        }
        self.gateway = gateway
        self.vault = vault
        self.channels = channels
        self.codeLength = codeLength
        self.resendCooldown = resendCooldown
        self.resends = resends
        self.attempts = attempts
        self.biometrics = biometrics
        self.visibility = visibility
        self.showsPIN = showsPIN
        self.patience = patience
        self.recentTransactions = recentTransactions
    }

    /// The origins that may take part in a page: the page's own, and the issuer's frames.
    var policy: SourcePolicy { SourcePolicy([gateway, vault]) }
}
