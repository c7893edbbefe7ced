import JourneyBase
import JourneyCrypto
import JourneyLanguage

/// A manifest's bytes on their way to a journey, against the one thing that cannot be left out: the signature.
enum ManifestCase {
    static func figures(_ bench: Workbench) async throws -> [Figure] {
        let signed = try await bench.journey()
        let trust = ManifestTrust(
            keys: try BenchKeys.set(signed.key, issuer: signed.issuer), leastVersion: .v12, now: signed.now,
            sdkVersion: JourneyKitVersion.current,
            journey: signed.id)
        let raw = try RawVerification()
        let verified = try JourneyLoader.verify(signed.manifest, trust: trust)
        let whole = try bench.sampler.calculate(floor: { try raw.verify() }) {
            keep(
                try JourneyLoader.compile(
                    JourneyLoader.verify(signed.manifest, trust: trust), openAPI: signed.openAPI))
        }
        let verify = try bench.sampler.calculate(floor: { try raw.verify() }) {
            keep(try JourneyLoader.verify(signed.manifest, trust: trust))
        }
        let compile = try bench.sampler.calculate(floor: { try raw.verify() }) {
            keep(try JourneyLoader.compile(verified, openAPI: signed.openAPI))
        }
        let floor = "one raw ECDSA P-256 verification"
        return [
            Figure("manifest verified and compiled", floor: floor, whole),
            Figure("  of which: verified", floor: floor, verify),
            Figure("  of which: compiled, with its OpenAPI bundle", floor: floor, compile),
        ]
    }
}
