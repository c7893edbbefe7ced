import HSBCPartnerSDK
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyHarness

/// The server settings of a run, read from a file with the output of `journey serve --json`.
struct RunFiles: Sendable {
    let readiness: SandboxReadiness
    /// The endpoints, which trust only the sandbox's authority, with the pins of each host.
    let endpoints: EndpointProfile
    let signInKeys: JWKSet
    let contextToken: Secret

    init(sandbox path: String) throws {
        let bytes = try BoundedFile.read(path, limit: RunFiles.largest, as: .trusted)
        guard let value = try? JSONReader.read(bytes), let readiness = SandboxReadiness(value),
            let endpoints = try? EndpointProfile(json: bytes), let signInKeys = try? JWKSet(readiness.signInKeys)
        else {
            throw CommandError.badInput(.sandboxInvalid, "\(path) is not the output of journey serve --json.")
        }
        contextToken = try BoundedFile.secret(readiness.contextTokenFile)
        self.readiness = readiness
        self.endpoints = endpoints
        self.signInKeys = signInKeys
    }

    /// Returns the bytes of a file of at most 16 MB.
    static func read(_ path: String) throws(CommandError) -> [UInt8] { try BoundedFile.read(path, limit: largest) }

    private static let largest = 16 << 20
}
