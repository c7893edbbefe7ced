public import JourneyCrypto

/// The settings of a holder, for all its transactions.
public struct HolderSettings: Sendable {
    /// The method of device authentication (ISO/IEC 18013-5, section 9.1.3): a signature or a MAC.
    public enum Proof: String, CaseIterable, Hashable, Sendable {
        /// A signature, which a reader can show to others.
        case signature
        /// A MAC for this reader only, if the document's key can agree on a key; otherwise a signature.
        case mac
    }

    /// The Bluetooth modes that the engagement offers.
    public var modes: Set<BluetoothMode>
    /// The curve of the ephemeral key.
    public var curve: EllipticCurve
    /// The method of device authentication.
    public var proof: Proof
    /// The time that a reader may take to connect.
    public var connect: Duration
    /// The maximum time without a message once a reader is connected (ISO/IEC 18013-5, section 9.1.1.4, recommends 300
    /// seconds or more).
    public var inactivity: Duration
    /// The time that the user may take to consent.
    public var consent: Duration
    /// The maximum duration of closing the connection, even if the peer does not respond.
    public var closingTimeout: Duration
    /// The time that the result stays on screen if the user does not close it.
    public var result: Duration

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - modes: The Bluetooth modes that the engagement offers.
    ///   - curve: The curve of the ephemeral key.
    ///   - proof: The proof that a document is on this device.
    ///   - connect: The time that a reader may take to connect.
    ///   - inactivity: The maximum time without a message.
    ///   - consent: The time that the user may take to consent.
    ///   - closingTimeout: The maximum duration of closing the connection.
    ///   - result: The time that the result stays on screen.
    public init(
        modes: Set<BluetoothMode> = [.peripheralServer], curve: EllipticCurve = .p256, proof: Proof = .signature,
        connect: Duration = .seconds(120), inactivity: Duration = .seconds(300), consent: Duration = .seconds(180),
        closingTimeout: Duration = .seconds(3), result: Duration = .seconds(30)
    ) {
        self.modes = modes
        self.curve = curve
        self.proof = proof
        self.connect = connect
        self.inactivity = inactivity
        self.consent = consent
        self.closingTimeout = closingTimeout
        self.result = result
    }
}
