public import JourneyBase

/// How a pass service works.
public struct PassSettings: Sendable {
    /// What sessions are called.
    enum Identifiers: String, Sendable, CaseIterable {
        /// 128 random bits: nobody guesses one.
        case random
        /// The number of the tag, for clients that rely on it: a new session of a tag ends the one before. It can be guessed, so
        /// that a gateway's configuration of production refuses it.
        case tag
    }

    /// Where the service is asked: devices are sent back to it, and its host is the relying party.
    var origin: Origin
    /// How long a device has to answer.
    var sessionTime: Duration = .seconds(600)
    var userTokenTime: Duration = .seconds(600)
    var identifiers = Identifiers.random
    package var rates = PassRates()

    public init(origin: Origin) { self.origin = origin }
}
