import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyDevice
import JourneyHarness
import JourneyLanguage

/// What a run is told of the servers it talks to: the line that `journey serve --json` printed, in a file.
struct RunFiles: Sendable {
    let readiness: SandboxReadiness
    let anchor: ManifestAnchor
    let remoteKeys: JWKSet
    let signInKeys: JWKSet
    /// The sandbox's authority and no other, and each host's own pins.
    let trust: TLSTrust
    let contextToken: Secret

    init(sandbox path: String) throws {
        let bytes = try BoundedFile.read(path, limit: RunFiles.largest, as: .trusted)
        guard let value = try? JSONReader.read(bytes), let readiness = SandboxReadiness(value),
            let anchor = try? ManifestAnchor(readiness.anchor), let remoteKeys = try? JWKSet(readiness.remoteKeys),
            let signInKeys = try? JWKSet(readiness.signInKeys), let pins = try? PinPolicy(pins: readiness.pins)
        else {
            throw CommandFailure(
                .badInput, code: "SANDBOX_INVALID", "\(path) is not what journey serve --json prints.")
        }
        let token = try BoundedFile.secret(readiness.contextTokenFile)
        self.readiness = readiness
        self.anchor = anchor
        self.remoteKeys = remoteKeys
        self.signInKeys = signInKeys
        trust = TLSTrust(authorities: [readiness.authorityPEM], pins: pins)
        contextToken = token
    }

    /// The bytes of a file of at most 16 MB.
    static func read(_ path: String) throws(CommandFailure) -> [UInt8] { try BoundedFile.read(path, limit: largest) }

    private static let largest = 16 << 20
}
