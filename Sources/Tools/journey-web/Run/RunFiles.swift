import HSBCPartnerSDK
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyHarness

/// What a run is told of the servers it talks to: the line that `journey serve --json` printed, in a file.
struct RunFiles: Sendable {
    let readiness: SandboxReadiness
    /// With the sandbox's authority and no other, and each host's own pins.
    let endpoints: EndpointProfile
    let signInKeys: JWKSet
    let contextToken: Secret

    init(sandbox path: String) throws {
        let bytes = try BoundedFile.read(path, limit: RunFiles.largest, as: .trusted)
        guard let value = try? JSONReader.read(bytes), let readiness = SandboxReadiness(value),
            let endpoints = try? EndpointProfile(json: bytes), let signInKeys = try? JWKSet(readiness.signInKeys)
        else {
            throw CommandError.badInput("SANDBOX_INVALID", "\(path) is not what journey serve --json prints.")
        }
        contextToken = try BoundedFile.secret(readiness.contextTokenFile)
        self.readiness = readiness
        self.endpoints = endpoints
        self.signInKeys = signInKeys
    }

    /// The bytes of a file of at most 16 MB.
    static func read(_ path: String) throws(CommandError) -> [UInt8] { try BoundedFile.read(path, limit: largest) }

    private static let largest = 16 << 20
}
