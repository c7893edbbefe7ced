import JourneyHarness

/// The environment, sandbox or production, that a process is given for its gateway.
enum GatewayEnvironment {
    static let variable = "JOURNEY_GATEWAY_ENVIRONMENT"

    static var given: String? { Environment[variable] }
}
