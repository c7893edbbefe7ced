import Foundation
public import JourneyBase
public import JourneyTesting
public import ProntoWalletSDK
import WalletPass

/// The environment of `ProntoWalletSDK` in one process: the service that issues passes, and a device's wallet that adds them.
///
/// Binding data and passes are signed and verified as in production. Data that is expired, signed by another key or requested
/// with another token is refused with the real service's status and code.
public struct PassSandbox: Sendable {
    /// The service's origin.
    public static let origin = sandboxOrigin("passes.example")
    /// The token that the service accepts: long enough, and not secret.
    public static let apiToken = "sandbox-api-token-which-is-no-secret-at-all"

    /// The pass service.
    public let service: Service
    /// The device's wallet.
    public let wallet: SandboxWallet
    /// The in-process transport between the device and the service. `requests` records every request that was sent.
    public let transport: ServiceTransport
    /// An SDK instance configured for the service with its token.
    public let pronto: ProntoWallet
    /// The wall clock, by which sessions expire.
    public let time: SandboxTime

    /// Creates a service and a wallet.
    ///
    /// - Parameters:
    ///   - tags: The references of the passes.
    ///   - person: The person's action on the wallet's sheet.
    /// - Throws: An error of key or certificate generation.
    public init(tags: [String] = ["TICKET-001"], person: SandboxWallet.Person = .adds) throws {
        time = SandboxTime()
        // Waits pass at once: the SDK polls a service that is behind three times, a second apart.
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

    /// Creates the SDK's configuration for the service.
    ///
    /// - Parameter apiToken: The token; another one is refused.
    /// - Returns: The configuration.
    public static func configuration(apiToken: String = PassSandbox.apiToken) -> ProntoConfiguration {
        ProntoConfiguration(apiKey: apiToken, environment: .development(host: origin.host))
    }
}
