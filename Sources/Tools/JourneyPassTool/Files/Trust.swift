import Foundation
import JourneyCLI
import JourneyCrypto
import WalletPass

/// Which authorities over passes are believed.
struct Trust {
    let anchors: [TrustAnchor]
    /// Certificates that are known besides those that passes bring.
    let intermediates: [Certificate]

    static let options = [
        Option(
            .trust, "t", value: .file, help: "An authority that is believed, PEM or DER: Apple's root, or a stand-in",
            defaultText: "the stand-in of journey dev certs", isRepeated: true),
        Option(.intermediate, value: .file, help: "A certificate that passes lack in their chain", isRepeated: true),
    ]

    init(anchors: [TrustAnchor], intermediates: [Certificate] = []) {
        self.anchors = anchors
        self.intermediates = intermediates
    }

    /// What the command line names, or else the development state's stand-in.
    init(_ invocation: Invocation) throws(CommandError) {
        var files = invocation.values(.trust)
        if files.isEmpty {
            let own = "\(DefaultLocations.state(invocation))/pass-root.pem"
            guard FileManager.default.fileExists(atPath: own) else {
                throw CommandError.badInput(
                    "TRUST_MISSING",
                    "Nobody is believed: name an authority with --trust, such as Apple's root certificate.")
            }
            files = [own]
        }
        var anchors: [TrustAnchor] = []
        for file in files {
            for certificate in try PassFile.certificates(file) {
                do throws(CertificateError) { anchors.append(try TrustAnchor(certificate)) } catch {
                    throw CommandError.badInput(
                        "CERTIFICATE_INVALID", "\(file) is no authority's certificate: \(error.detail).")
                }
            }
        }
        self.anchors = anchors
        var others: [Certificate] = []
        for file in invocation.values(.intermediate) { others += try PassFile.certificates(file) }
        intermediates = others
    }

    var verifier: PassVerifier { PassVerifier(anchors: anchors, intermediates: intermediates) }
}

/// What the chain behind a pass says about itself.
enum Chain {
    /// Whether it is one of those that stand in for Apple's in development, and say so in their names.
    static func isStandIn(_ path: CertificatePath) -> Bool {
        path.certificates.dropFirst().contains { certificate in
            certificate.subject.values(of: .organization).contains { $0.hasSuffix(", not Apple") }
        }
    }

    static let standInNote = "Signed by a development certificate, not by one of Apple's: no device believes it."
}
