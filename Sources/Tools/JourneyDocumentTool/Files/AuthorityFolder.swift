import Foundation
import JourneyCLI
import JourneyCrypto
import MobileDocument

/// An issuing authority in a folder: `iaca.pem`, `iaca-key.pem`, `signer.pem`, `signer-key.pem`.
struct AuthorityFolder {
    let signer: Certificate
    let signerKey: any MessageSigner

    /// Loads the folder of --authority, after creating it for --new-authority.
    init(_ invocation: Invocation, at time: Date) throws {
        let folder = try invocation.required(
            .authority, or: "--authority is required: the authority's folder. --new-authority creates one.")
        if let name = invocation.value(.newAuthority) {
            try AuthorityFolder.make(name, country: invocation.value(.country) ?? "UT", in: folder, at: time)
        }
        signer = try CertificateFiles.some(folder + "/signer.pem")[0]
        signerKey = try KeyFile.signer(folder + "/signer-key.pem", of: signer, invocation)
    }

    /// Creates an authority with a signer, for tests: the keys are stored in files.
    private static func make(_ name: String, country: String, in folder: String, at time: Date) throws {
        let taken = CommandError(
            .refused, code: .authorityExists,
            "\(folder) already contains an authority. Omit --new-authority, or choose another folder.")
        try TestFolder.make(folder, root: "iaca", leaf: "signer", at: time, taken: taken) {
            let authority = try $0.authority(name, country: country)
            let signer = try authority.documentSigner(
                .init(commonName: name + " signer", country: country), spki: $0.key.publicKey.spki,
                notBefore: $0.start, notAfter: $0.start + DocumentAuthority.longestSigner)
            return (authority.authority.certificate, signer)
        }
    }
}
