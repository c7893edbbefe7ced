/// What devices may cost the pass web service.
public struct PassUpdateLimits: Hashable, Sendable {
    /// Devices that one pass may be on, and passes of one type on one device. Those that are there stay; more are refused.
    public var devicesOfPass = 100
    public var passesOfDevice = 1_000
    /// New registrations of one pass in ten minutes, on one instance.
    public var registrations = 200
    /// Signatures over what a person has filled in, of one pass in ten minutes, on one instance.
    public var personalizations = 20
    /// Requests to the log in a minute, on one instance; and messages that are kept, the newest.
    public var logRequests = 120
    public var logMessages = 10_000

    public init() {}
}
