public import JourneyBase

/// The settings of a pass service.
public struct PassSettings: Sendable {
    /// The kind of session identifiers.
    enum Identifiers: String, Sendable, CaseIterable {
        /// 128 random bits, which can't be guessed.
        case random
        /// The tag's number, for clients that rely on it: a new session of a tag ends the previous one. It can be guessed, so a
        /// production configuration refuses it.
        case tag
    }

    /// The service's origin: devices call it, and its host is the relying party.
    var origin: Origin
    /// The time for a device to answer.
    var sessionTime: Duration = .seconds(600)
    var userTokenTime: Duration = .seconds(600)
    var identifiers = Identifiers.random
    package var rates = PassRates()

    public init(origin: Origin) { self.origin = origin }
}
