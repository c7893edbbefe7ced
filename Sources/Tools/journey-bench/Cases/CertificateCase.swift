import Foundation
import JourneyCrypto

/// Validates a server's chain of three certificates, from received bytes to a path, against OpenSSL doing the same.
enum CertificateCase {
    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let (start, end) = (now - 3_600, now + 3_600)
        let root = try DevelopmentAuthority(notBefore: start, notAfter: end)
        let below = try root.intermediate(name: "Issuing", notBefore: start, notAfter: end)
        let leaf = try below.issue(names: ["a.localhost"], notBefore: start, notAfter: end).certificateDER
        let intermediate = below.identity.certificateDER
        let validator = CertificateValidator(
            anchors: [try TrustAnchor(root.authority.certificate)], profile: .tlsServer)
        let raw = try RawChain(
            anchor: root.authority.certificate, leaf: Certificate(leaf), intermediate: below.authority.certificate,
            time: now)
        return [
            try await bench.calculated("chain of three read and validated", floor: "OpenSSL: read and X509_verify_cert")
            {
                try raw.verify()
            } ours: {
                let path = try validator.validate(
                    Certificate(leaf), intermediates: [Certificate(intermediate)], at: now,
                    host: ServerName("a.localhost"))
                keep(path)
            }, Measurement("  one certificate read", try bench.sampler.calculate { keep(try Certificate(leaf)) }),
        ]
    }
}
