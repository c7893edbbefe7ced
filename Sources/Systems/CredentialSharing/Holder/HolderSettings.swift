public import JourneyCrypto

/// How a holder presents, for all its transactions.
public struct HolderSettings: Sendable {
    /// How a document proves that it is on this device.
    public enum Proof: String, CaseIterable, Hashable, Sendable {
        /// By a signature, which a reader can show to others.
        case signature
        /// By a MAC for this reader alone, where the document's key can; by a signature where it cannot.
        case mac
    }

    /// Whom the radio is for: the modes that the engagement offers.
    public var modes: Set<BluetoothMode>
    /// The curve of the ephemeral key.
    public var curve: EllipticCurve
    public var proof: Proof
    /// How long a reader may take to connect.
    public var connect: Duration
    /// How long nothing may be heard or sent once it has (ISO/IEC 18013-5, section 9.1.1.4, recommends 300 seconds or more).
    public var inactivity: Duration
    /// How long the person may think.
    public var consent: Duration
    /// How long the end may take: a peer that does not listen gets no longer.
    public var farewell: Duration
    /// How long the result stays, when the person does not close it.
    public var result: Duration

    /// Settings of these parts.
    public init(
        modes: Set<BluetoothMode> = [.peripheralServer], curve: EllipticCurve = .p256, proof: Proof = .signature,
        connect: Duration = .seconds(120), inactivity: Duration = .seconds(300), consent: Duration = .seconds(180),
        farewell: Duration = .seconds(3), result: Duration = .seconds(30)
    ) {
        self.modes = modes
        self.curve = curve
        self.proof = proof
        self.connect = connect
        self.inactivity = inactivity
        self.consent = consent
        self.farewell = farewell
        self.result = result
    }
}
