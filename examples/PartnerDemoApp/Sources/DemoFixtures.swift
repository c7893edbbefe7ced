import Foundation
import JourneyCrypto
import MobileDocument

/// The authorities that this app believes: certificates (`.pem`) in its folder in the Files app.
///
/// An app for people has them in its bundle, or in a signed list of authorities (`docs/reference/mobile-document.md`).
struct DemoFixtures {
    /// Those that vouch for documents.
    var issuers = IssuerTrust()
    /// Those that vouch for who asks: files that begin with `reader`.
    var readers = ReaderTrust(anchors: [])

    init() {
        var anchors: [TrustAnchor] = []
        for file in DemoFixtures.files {
            let certificates = (try? String(contentsOf: file, encoding: .utf8)).flatMap {
                try? Certificate.list(pem: $0)
            }
            for certificate in certificates ?? [] {
                if file.lastPathComponent.hasPrefix("reader") {
                    if let anchor = try? TrustAnchor(certificate) { anchors.append(anchor) }
                } else {
                    // What is no authority is not believed.
                    try? issuers.add(certificate)
                }
            }
        }
        readers = ReaderTrust(anchors: anchors)
    }

    /// Where the person finds them, and puts those of others.
    static var folder: URL {
        FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first
            ?? FileManager.default.temporaryDirectory
    }

    private static var files: [URL] {
        let all = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (all ?? []).filter { $0.pathExtension == "pem" }
    }
}
