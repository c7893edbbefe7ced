import Foundation
import JourneyCLI
import JourneyCrypto
import MobileDocument

/// A folder for tests with an authority and a certificate that it issued: for each, NAME.pem and NAME-key.pem. The
/// authority's key is on P-384, the other on P-256.
enum TestFolder {
    /// The input of `certify`: both keys and the start of the validity.
    struct Draft {
        let rootKey: P384PrivateKey
        let key: P256PrivateKey
        let start: Date

        /// Creates an authority of documents or of lists, valid for ten years. Throws `IssuingError`.
        func authority(_ name: String, country: String) throws(IssuingError) -> DocumentAuthority {
            try DocumentAuthority.create(
                .init(commonName: name, country: country), signer: CertificateSigner(rootKey), notBefore: start,
                notAfter: start + 10 * 365 * 86_400, contact: "https://authority.example/contact",
                revocationList: "https://authority.example/revoked.crl")
        }
    }

    /// Creates the folder. Throws `taken` if it exists already; nothing is written when `certify` throws.
    static func make(
        _ folder: String, root: String, leaf: String, at time: Date, taken: CommandError,
        certify: (Draft) throws -> (root: Certificate, leaf: Certificate)
    ) throws {
        guard !FileManager.default.fileExists(atPath: "\(folder)/\(root).pem") else { throw taken }
        // One hour in the past: clocks differ.
        let draft = Draft(
            rootKey: try .generate(), key: try .generate(),
            start: Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down) - 3_600))
        let made = try certify(draft)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for (name, certificate, key) in [
            (root, made.root, try draft.rootKey.pem()), (leaf, made.leaf, try draft.key.pem()),
        ] {
            try WholeFile.write(Array(certificate.pem.utf8), to: "\(folder)/\(name).pem")
            try WholeFile.write(Array(key.utf8), to: "\(folder)/\(name)-key.pem", isPrivate: true)
        }
    }
}
