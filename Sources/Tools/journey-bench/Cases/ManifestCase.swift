import JourneyLanguage

/// Measures loading a manifest's bytes as a journey, against the one operation that cannot be omitted: verifying the signature.
enum ManifestCase {
    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        let signed = try await bench.journey()
        let (trust, raw) = (try signed.trust, try RawKey.p256())
        let verified = try JourneyLoader.verify(signed.manifest, trust: trust)
        func figure(_ name: String, _ ours: () throws -> Void) async throws -> Measurement {
            try await bench.calculated(
                name, floor: "one raw ECDSA P-256 verification", floor: { try raw.verifyDigest() }, ours: ours)
        }
        return [
            try await figure("manifest verified and compiled, neither it nor its bundle known") {
                JourneyLoader.forgetJourneys(bundles: true)
                keep(
                    try JourneyLoader.compile(
                        JourneyLoader.verify(signed.manifest, trust: trust), openAPI: signed.openAPI))
            },
            try await figure("manifest verified and compiled, of a known bundle") {
                JourneyLoader.forgetJourneys()
                keep(
                    try JourneyLoader.compile(
                        JourneyLoader.verify(signed.manifest, trust: trust), openAPI: signed.openAPI))
            },
            try await bench.calculated(
                "manifest verified and compiled, known", floor: "one raw ECDSA P-256 verification", aim: .ratio(15),
                floor: { try raw.verifyDigest() }
            ) {
                keep(
                    try JourneyLoader.compile(
                        JourneyLoader.verify(signed.manifest, trust: trust), openAPI: signed.openAPI))
            },
            try await figure("  of which: verified") {
                keep(try JourneyLoader.verify(signed.manifest, trust: trust))
            },
            try await figure("  compiled, of a known bundle") {
                JourneyLoader.forgetJourneys()
                keep(try JourneyLoader.compile(verified, openAPI: signed.openAPI))
            },
        ]
    }
}
