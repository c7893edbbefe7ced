import Foundation
import JourneyCLI
import JourneyCrypto
import MobileDocument

/// An issuing authority in a folder: `iaca.pem`, `iaca-key.pem`, `signer.pem`, `signer-key.pem`.
struct AuthorityFolder {
    let signer: Certificate
    let signerKey: any MessageSigner

    /// The folder that the command line names, made first when it asks for that.
    init(_ invocation: Invocation, at time: Date) throws {
        guard let folder = invocation.value("authority") else {
            throw CommandFailure(
                .badInput, code: "USAGE", "Name the authority's folder with --authority; --new-authority makes one.")
        }
        if let name = invocation.value("new-authority") {
            try AuthorityFolder.make(name, country: invocation.value("country") ?? "UT", in: folder, at: time)
        }
        signer = try CertificateFiles.some(folder + "/signer.pem")[0]
        signerKey = try KeyFile.signer(folder + "/signer-key.pem", invocation)
        guard let key = try? signer.publicKey(), AuthorityFolder.isPair(signerKey, key) else {
            throw KeyFile.invalid(folder + "/signer-key.pem", "a key that is not its certificate's")
        }
    }

    static func isPair(_ key: any MessageSigner, _ other: PublicKey) -> Bool {
        switch (key, other) {
        case (let key as P256PrivateKey, .p256(let other)): key.publicKey == other
        case (let key as P384PrivateKey, .p384(let other)): key.publicKey == other
        case (let key as P521PrivateKey, .p521(let other)): key.publicKey == other
        case (let key as Ed25519PrivateKey, .ed25519(let other)): key.publicKey == other
        default: false
        }
    }

    /// A new authority with a signer, for tests: its keys lie in files.
    private static func make(_ name: String, country: String, in folder: String, at time: Date) throws {
        guard !FileManager.default.fileExists(atPath: folder + "/iaca.pem") else {
            throw CommandFailure(.refused, code: "AUTHORITY_EXISTS", "There is an authority in \(folder) already.")
        }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let (rootKey, key) = (try P384PrivateKey.generate(), try P256PrivateKey.generate())
        let start = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down) - 3_600)
        let authority = try DocumentAuthority.create(
            .init(commonName: name, country: country), signer: CertificateSigner(rootKey), notBefore: start,
            notAfter: start + 10 * 365 * 86_400, contact: "https://authority.example/contact",
            revocationList: "https://authority.example/revoked.crl")
        let signer = try authority.documentSigner(
            .init(commonName: name + " signer", country: country), spki: key.publicKey.spki, notBefore: start,
            notAfter: start + 457 * 86_400)
        try OutputFile.save(Array(authority.authority.certificate.pem.utf8), to: folder + "/iaca.pem")
        try OutputFile.save(Array(try rootKey.pem().utf8), to: folder + "/iaca-key.pem", isPrivate: true)
        try OutputFile.save(Array(signer.pem.utf8), to: folder + "/signer.pem")
        try OutputFile.save(Array(try key.pem().utf8), to: folder + "/signer-key.pem", isPrivate: true)
    }
}
