import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import MobileDocument

/// A certified reader in a folder: `root.pem`, `root-key.pem`, `reader.pem`, `reader-key.pem`.
enum ReaderFolder {
    static let option = Option(
        .reader, value: .directory, help: "Folder of journey mdoc reader, whose key signs the request")

    /// Returns the signer of the request; `nil` for an unsigned request.
    static func signer(_ invocation: Invocation) throws -> DeviceRequestDraft.Signer? {
        guard let folder = invocation.value(.reader) else { return nil }
        let chain = try CertificateFiles.some(folder + "/reader.pem")
        return DeviceRequestDraft.Signer(
            try KeyFile.signer(folder + "/reader-key.pem", of: chain[0], invocation), chain: chain)
    }

    /// Creates an authority of readers with one reader (ISO/IEC 18013-5, annex B.1.7), for tests: the keys are stored
    /// in files.
    static func make(_ name: String, in folder: String, at time: Date) throws {
        let taken = CommandError(
            .refused, code: .readerExists, "\(folder) already contains a reader. Choose another folder.")
        try TestFolder.make(folder, root: "root", leaf: "reader", at: time, taken: taken) {
            let root = try CertificateAuthority.root(
                subject: DistinguishedName([.commonName: name + " root"]), signer: CertificateSigner($0.rootKey),
                notBefore: $0.start, notAfter: $0.start + 3_650 * 86_400, pathLength: 0)
            let reader = try root.issue(
                CertificateContent(
                    subject: DistinguishedName([.commonName: name]), spki: $0.key.publicKey.spki, notBefore: $0.start,
                    notAfter: $0.start + 365 * 86_400,
                    extensions: [
                        .keyUsage(.digitalSignature), .extendedKeyUsage([.mobileDocumentReader], isCritical: true),
                    ]))
            return (root.certificate, reader)
        }
    }
}

extension DocumentCommand {
    static let reader = Command(
        "reader", summary: "creates a reader with a certificate, for tests",
        discussion: [
            "FOLDER receives root.pem, for holders to trust, and reader.pem with reader-key.pem, with which journey mdoc read --reader"
                + " signs its requests."
        ],
        arguments: [Argument(.folder, kind: .directory, help: "the folder to create")],
        options: [
            Option(.name, value: .text("NAME"), help: "Name of the reader, shown to holders"), Support.timeOption,
        ],
        examples: [.init("journey mdoc reader police --name 'Utopia Police'", "Creates a certified reader.")]
    ) { invocation in
        let name = try invocation.required(.name, or: "--name is required: the name of the reader.")
        let folder = try invocation.required(.folder)
        try ReaderFolder.make(name, in: folder, at: invocation.time(.at))
        invocation.terminal.print(["folder": .string(folder)], or: "Created \(name) in \(folder).")
        return .done
    }
}
