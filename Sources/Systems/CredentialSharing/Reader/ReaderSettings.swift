public import MobileDocument

/// The settings of a reader, for all its transactions.
public struct ReaderSettings: Sendable {
    /// The checks that must pass for the verdict `verified`. Failed checks always count.
    public var needed: Set<VerificationCheck.Name>
    /// The time that finding the holder and connecting may take.
    public var connect: Duration
    /// The maximum time without a message after that: users think before they consent (ISO/IEC 18013-5, section
    /// 9.1.1.4, recommends 300 seconds or more).
    public var inactivity: Duration
    /// The maximum duration of closing the connection, even if the peer does not respond.
    public var closingTimeout: Duration
    /// The time that the result stays on screen if nobody closes it.
    public var result: Duration

    /// All checks except those that need data a reader may lack: revocation lists, status lists, a template of the
    /// document, and an element that names a country.
    public static let usuallyNeeded = Set(VerificationCheck.Name.allCases)
        .subtracting([.issuerRevocation, .status, .valueTypes, .issuingCountry])

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - needed: The checks that must pass for the verdict `verified`.
    ///   - connect: The time that finding the holder and connecting may take.
    ///   - inactivity: The maximum time without a message after that.
    ///   - closingTimeout: The maximum duration of closing the connection.
    ///   - result: The time that the result stays on screen.
    public init(
        needed: Set<VerificationCheck.Name> = ReaderSettings.usuallyNeeded, connect: Duration = .seconds(60),
        inactivity: Duration = .seconds(300), closingTimeout: Duration = .seconds(3), result: Duration = .seconds(120)
    ) {
        self.needed = needed
        self.connect = connect
        self.inactivity = inactivity
        self.closingTimeout = closingTimeout
        self.result = result
    }
}
