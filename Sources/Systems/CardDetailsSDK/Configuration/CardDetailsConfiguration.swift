public import JourneyBase

/// Where a card is shown from, and how. The environment decides the proxy: sandbox and production are two configurations, and
/// nothing else here knows which it is.
public struct CardDetailsConfiguration: Hashable, Sendable {
    /// When a finger or a face is asked for before the card is shown.
    public enum BiometricPolicy: Hashable, Sendable {
        /// Always; without it, nothing is shown.
        case required
        /// Where the device can: it has a sensor, and a finger or a face is enrolled. Who is refused, is locked out or closes the
        /// prompt sees nothing.
        case whereAvailable
        case never
    }

    /// The proxy that the partner runs: it confirms codes and serves the page.
    public let gateway: Origin
    /// Where the issuer's script and frames come from. Nothing else may take part in a page.
    public let vault: Origin
    /// The ways to send a code that the person may choose between; with one there is no choice to make.
    public let channels: [ConsentChannel]
    /// Digits of a code.
    public let codeLength: Int
    /// How long until another code can be asked for.
    public let resendCooldown: Duration
    /// How often another code can be asked for in one viewing, whichever way.
    public let resends: Int
    /// How often a wrong code can be corrected, of one challenge; the proxy counts too.
    public let attempts: Int
    public var biometrics: BiometricPolicy
    /// How long the card stays shown.
    public let visibility: Duration
    /// Whether the PIN is shown too; issuers show it of activated physical cards only.
    public var showsPIN: Bool
    /// How long a page may take to come up, or to answer.
    public let patience: Duration
    /// How many payments stand below the card.
    public let recentTransactions: Int

    /// Throws `CONFIGURATION_INVALID` for numbers with which a person could not get anywhere, or would see a card for longer
    /// than ten minutes; and where the frames would be of the page's own origin, which could then read them.
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
            throw JourneyError(.configurationInvalid, "The configuration of card details breaks a rule.")
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

    /// Who may take part in a page: the page itself, and the issuer's frames in it.
    var policy: SourcePolicy { SourcePolicy([gateway, vault]) }
}
