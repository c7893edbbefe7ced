public import MobileDocument

/// How a reader reads, for all its transactions.
public struct ReaderSettings: Sendable {
    /// The checks without which nothing counts as verified. What fails always counts.
    public var needed: Set<VerificationCheck.Name>
    /// How long finding the holder and connecting may take.
    public var connect: Duration
    /// How long nothing may be heard after that: people think before they consent (ISO/IEC 18013-5, section 9.1.1.4,
    /// recommends 300 seconds or more).
    public var inactivity: Duration
    /// How long the end may take: a peer that does not listen gets no longer.
    public var farewell: Duration
    /// How long the result stays, when nobody closes it.
    public var result: Duration

    /// All checks but those that need what a reader may lack: revocation lists, lists of statuses, a template of the
    /// document, an element that names a country.
    public static let usuallyNeeded = Set(VerificationCheck.Name.allCases)
        .subtracting([.issuerRevocation, .status, .valueTypes, .issuingCountry])

    /// Settings of these parts.
    public init(
        needed: Set<VerificationCheck.Name> = ReaderSettings.usuallyNeeded, connect: Duration = .seconds(60),
        inactivity: Duration = .seconds(300), farewell: Duration = .seconds(3), result: Duration = .seconds(120)
    ) {
        self.needed = needed
        self.connect = connect
        self.inactivity = inactivity
        self.farewell = farewell
        self.result = result
    }
}
