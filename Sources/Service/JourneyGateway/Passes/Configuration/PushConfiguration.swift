import JourneyBase
import JourneyLanguage

/// The push service's configuration: `passes.apns`.
struct PushConfiguration: Hashable, Sendable {
    /// Apple's host for pass pushes, which exist only in its production environment.
    static let appleHost = "api.push.apple.com"

    /// The push service's origin.
    var service: Origin
    /// A PEM file; `nil` for the system's authorities.
    var authoritiesFile: String?

    /// Reads the configuration. In production, only Apple's service is allowed.
    init(
        _ reading: Reading, environment: String, _ path: (Reading) throws(Refusal) -> String
    ) throws(Refusal) {
        try reading.onlyMembers(["address", "authoritiesFile"])
        let isProduction = environment == "production"
        guard let usual = Origin(scheme: "https", host: PushConfiguration.appleHost, port: 443) else {
            throw reading.refusal("has no valid default address")
        }
        service = usual
        if let member = reading.member("address") {
            let address = try member.address()
            guard address.path == "/", address.query == nil else {
                throw member.refusal("is not a plain origin: remove path and query")
            }
            let host = address.origin.host
            guard host == PushConfiguration.appleHost || !host.hasSuffix("push.apple.com") else {
                throw member.refusal("is not Apple's host for pass pushes, \(PushConfiguration.appleHost)")
            }
            let isApple = host == PushConfiguration.appleHost && [443, 2_197].contains(address.origin.port)
            guard isApple || !isProduction else {
                throw member.refusal("is not Apple's, \(PushConfiguration.appleHost), as production requires")
            }
            service = address.origin
        }
        authoritiesFile = nil
        if let member = reading.member("authoritiesFile") {
            guard !isProduction else {
                throw member.refusal("is not allowed in production, which trusts the system's authorities")
            }
            authoritiesFile = try path(member)
        }
    }

    /// Returns the PEM authorities trusted for the service; empty for the system's. Throws `FILE_UNUSABLE`.
    func authorities() throws(JourneyError) -> [String] {
        guard let authoritiesFile else { return [] }
        let (text, _) = try GatewayFile.certificates(
            authoritiesFile, "passes.apns.authoritiesFile", of: " of authorities")
        return [text]
    }
}
