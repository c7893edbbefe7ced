/// What devices may cost the pass web service.
package struct PassUpdateLimits: Hashable, Sendable {
    /// Devices that one pass may be on, and passes of one type on one device. Those that are there stay; more are refused.
    var devicesOfPass = 100
    var passesOfDevice = 1_000
    /// New registrations of one pass in ten minutes, on one instance.
    var registrations = 200
    /// Signatures over what a person has filled in, of one pass in ten minutes, on one instance.
    var personalizations = 20
    /// Requests to the log in a minute, on one instance; and messages that are kept, the newest.
    var logRequests = 120
    var logMessages = 10_000

    init() {}
}
