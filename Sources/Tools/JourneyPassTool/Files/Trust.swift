import Foundation
import JourneyCLI
import JourneyCrypto
import WalletPass

/// The trusted authorities for passes.
struct Trust {
    let anchors: [TrustAnchor]
    /// Certificates that supplement those in the passes.
    let intermediates: [Certificate]

    static let options = [
        Option(
            .trust, "t", value: .file, help: "A trusted authority, PEM or DER: Apple's root, or a stand-in",
            defaultText: "the stand-in of journey dev certs", isRepeated: true),
        Option(.intermediate, value: .file, help: "A certificate missing from the chain of passes", isRepeated: true),
    ]

    init(anchors: [TrustAnchor], intermediates: [Certificate] = []) {
        self.anchors = anchors
        self.intermediates = intermediates
    }

    /// Reads the authorities that the command line names, or the development stand-in.
    init(_ invocation: Invocation) throws(CommandError) {
        var files = invocation.values(.trust)
        if files.isEmpty {
            let own = "\(DefaultLocations.state(invocation))/pass-root.pem"
            guard FileManager.default.fileExists(atPath: own) else {
                throw CommandError.badInput(
                    .trustMissing,
                    "No authority is trusted: name one with --trust, such as Apple's root certificate.")
            }
            files = [own]
        }
        var anchors: [TrustAnchor] = []
        for file in files {
            for certificate in try PassFile.certificates(file) {
                do throws(CertificateError) { anchors.append(try TrustAnchor(certificate)) } catch {
                    throw CommandError.badInput(
                        .certificateInvalid, "\(file) is not an authority's certificate: \(error.detail).")
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

/// Classification of the chain of a pass.
enum Chain {
    /// Returns `true` if the root is a development stand-in for Apple's, which its name states.
    static func isStandIn(_ path: CertificatePath) -> Bool {
        path.certificates.dropFirst().contains { certificate in
            certificate.subject.values(of: .organization).contains { $0.hasSuffix(", not Apple") }
        }
    }

    static let standInNote = "Signed by a development certificate, not by one of Apple's: no device trusts it."
}
