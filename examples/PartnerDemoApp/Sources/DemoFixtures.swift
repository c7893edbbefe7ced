import Foundation
import JourneyCrypto
import MobileDocument

/// The authorities trusted by this app: certificates (`.pem`) in its folder in the Files app.
///
/// A released app has them in its bundle, or in a signed list of authorities (`docs/reference/mobile-document.md`).
struct DemoFixtures {
    /// The trusted issuers of documents.
    var issuers = IssuerTrust()
    /// The trusted authorities of readers, from files whose names start with `reader`.
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
                    // Skip files that are not CA certificates.
                    try? issuers.add(certificate)
                }
            }
        }
        readers = ReaderTrust(anchors: anchors)
    }

    /// The app's folder, where the user finds the certificates and adds others.
    static var folder: URL {
        FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first
            ?? FileManager.default.temporaryDirectory
    }

    private static var files: [URL] {
        let all = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (all ?? []).filter { $0.pathExtension == "pem" }
    }
}
