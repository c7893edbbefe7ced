import JourneyBase
import JourneyLanguage

/// The push service, as the gateway's file has it: `passes.apns`.
struct PushConfiguration: Hashable, Sendable {
    /// Apple's own for passes: there is no other environment than production for them.
    static let appleHost = "api.push.apple.com"

    /// Where pushes go.
    var service: Origin
    /// PEM; `nil` for the system's authorities.
    var authoritiesFile: String?

    /// What `reading` says. In production, pushes go to Apple and nowhere else.
    init(
        _ reading: Reading, environment: String, _ path: (Reading) throws(Refusal) -> String
    ) throws(Refusal) {
        try reading.onlyMembers(["address", "authoritiesFile"])
        let isProduction = environment == "production"
        guard let usual = Origin(scheme: "https", host: PushConfiguration.appleHost, port: 443) else {
            throw reading.refusal("has no address")
        }
        service = usual
        if let member = reading.member("address") {
            let address = try member.address()
            guard address.path == "/", address.query == nil else { throw member.refusal("is more than an origin") }
            let host = address.origin.host
            guard host == PushConfiguration.appleHost || !host.hasSuffix("push.apple.com") else {
                throw member.refusal("is not where Apple takes pushes for passes: \(PushConfiguration.appleHost)")
            }
            let isApple = host == PushConfiguration.appleHost && [443, 2_197].contains(address.origin.port)
            guard isApple || !isProduction else {
                throw member.refusal("is not Apple's, \(PushConfiguration.appleHost), and stands in production")
            }
            service = address.origin
        }
        authoritiesFile = nil
        if let member = reading.member("authoritiesFile") {
            guard !isProduction else {
                throw member.refusal("stands in production, where the system's authorities vouch for Apple")
            }
            authoritiesFile = try path(member)
        }
    }

    /// Whom to believe about the service, PEM; nobody else where there are any. Throws `FILE_UNUSABLE`.
    func authorities() throws(JourneyError) -> [String] {
        guard let authoritiesFile else { return [] }
        let (text, _) = try GatewayFile.certificates(
            authoritiesFile, "passes.apns.authoritiesFile", of: " of authorities")
        return [text]
    }
}
