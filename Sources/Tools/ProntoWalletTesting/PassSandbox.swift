import Foundation
public import JourneyBase
public import JourneyTesting
public import ProntoWalletSDK
import WalletPass

/// All that `ProntoWalletSDK` stands on, in this process: the service that gives passes, and a device's wallet that takes them.
///
/// Binding data and passes are really signed and really checked; what is signed by somebody else, expired or asked for with
/// another token is refused with the real service's status and code.
public struct PassSandbox: Sendable {
    /// Where the service stands.
    public static let origin = sandboxOrigin("passes.example")
    /// What the service takes: as long as a token has to be, and no secret.
    public static let apiToken = "sandbox-api-token-which-is-no-secret-at-all"

    public let service: Service
    public let wallet: SandboxWallet
    /// The way from the SDK, and from the wallet, to the service; `requests` of it are all that left the device.
    public let transport: ServiceTransport
    /// Set up for the service with its token.
    public let pronto: ProntoWallet
    /// What the wall clock shows; sessions end by it.
    public let time: SandboxTime

    /// A service with passes for these tags, by reference, and a person who does that with the sheet.
    public init(tags: [String] = ["TICKET-001"], person: SandboxWallet.Person = .adds) throws {
        time = SandboxTime()
        // What waits is not waited for: the SDK asks a service that is behind, three times, a second apart.
        var dependencies = Dependencies.fixed(clock: ManualClock(hurried: true))
        dependencies.now = time.now
        let names = PassSignerNames(passTypeIdentifier: "pass.com.example.sandbox", teamIdentifier: "SANDBOX123")
        let authority = try PassAuthority(names, at: time.now())
        service = Service(tags, authority: authority, time: time, random: dependencies.random)
        let transport = ServiceTransport([PassSandbox.origin: service])
        self.transport = transport
        wallet = SandboxWallet(authority.verifier, over: transport, person, dependencies)
        pronto = ProntoWallet(dependencies: dependencies) { transport }
        pronto.configure(with: PassSandbox.configuration())
    }

    /// How the SDK is set up for the service; with another token to see it refused.
    public static func configuration(apiToken: String = PassSandbox.apiToken) -> ProntoConfiguration {
        ProntoConfiguration(apiKey: apiToken, environment: .development(host: origin.host))
    }
}
