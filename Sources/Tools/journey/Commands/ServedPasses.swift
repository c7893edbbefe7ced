import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyGatewayTool
import JourneyHarness
import JourneySandbox
import JourneyServer

/// The pass service of `journey serve`.
struct ServedPasses {
    static let options = [
        Option(.passPort, value: .integer(0...65_535), help: "The pass service's port", defaultText: "0"),
        Option(
            .passDatabase, value: .file, help: "The pass service's database", defaultText: "in memory"),
        Option(.pushes, help: "Push changes of passes to a fake APNs (requires Python with h2)"),
    ]

    private let passes: DevelopmentPasses
    /// The fake push service, which ends with the command.
    private let standIn: FakePushService?

    /// Adds the pass service to the options of a sandbox, as the command line requests.
    init(
        _ invocation: Invocation, _ state: DevelopmentState, into options: inout SandboxOptions
    ) async throws {
        passes = try state.passes()
        var own = PassServer.Options(identity: state.server, signer: passes.signer, token: passes.token)
        own.port = invocation.integer(.passPort) ?? 0
        if let path = invocation.value(.passDatabase) { own.database = .file(Support.absolute(path)) }
        standIn =
            invocation.has(.pushes)
            ? try await FakePushService.start(
                certificatePEM: state.server.certificatePEM, keyPEM: state.server.keyPEM,
                authoritiesPEM: passes.authorityPEM) : nil
        let authority = state.authority.certificatePEM
        if let standIn, let service = Origin(scheme: "https", host: "localhost", port: standIn.port) {
            own.pushes = PassServer.Pushes(service: service) { GatewayCommand.pushTransport($0, [authority]) }
        }
        options.passes = own
    }

    /// Returns the service's description for other commands.
    func readiness(_ server: PassServer) -> PassReadiness {
        PassReadiness(
            address: server.origin, apiTokenFile: passes.tokenFile, tags: server.tags, authority: passes.authorityPEM,
            pushes: server.pushService)
    }
}
