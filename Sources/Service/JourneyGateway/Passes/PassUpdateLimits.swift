/// The limits that protect the pass web service.
package struct PassUpdateLimits: Hashable, Sendable {
    /// The maximum number of devices per pass, and below it of passes of one type per device. Existing registrations stay,
    /// further ones are refused.
    var devicesOfPass = 100
    var passesOfDevice = 1_000
    /// The maximum number of new registrations per pass in ten minutes and process.
    var registrations = 200
    /// The maximum number of personalization signatures per pass in ten minutes and process.
    var personalizations = 20
    /// The maximum number of log requests per minute and process, and below it of stored messages; the newest are kept.
    var logRequests = 120
    var logMessages = 10_000

    init() {}
}
