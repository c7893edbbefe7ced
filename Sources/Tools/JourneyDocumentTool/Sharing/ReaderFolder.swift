import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import MobileDocument

/// A reader that can say who it is, in a folder: `root.pem`, `root-key.pem`, `reader.pem`, `reader-key.pem`.
enum ReaderFolder {
    static let option = Option(
        .reader, value: .directory, help: "The folder of journey mdoc reader, whose certificate signs the request")

    /// Who signs the request; `nil` for nobody.
    static func signer(_ invocation: Invocation) throws -> DeviceRequestDraft.Signer? {
        guard let folder = invocation.value(.reader) else { return nil }
        let chain = try CertificateFiles.some(folder + "/reader.pem")
        return DeviceRequestDraft.Signer(
            try KeyFile.signer(folder + "/reader-key.pem", of: chain[0], invocation), chain: chain)
    }

    /// A new authority of readers with one reader (ISO/IEC 18013-5, annex B.1.7), for tests: its keys lie in files.
    static func make(_ name: String, in folder: String, at time: Date) throws {
        let taken = CommandError(.refused, code: "READER_EXISTS", "There is a reader in \(folder) already.")
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
        "reader", summary: "makes a reader with a certificate of its own, for tests",
        discussion: [
            "FOLDER gets root.pem, for holders to trust, and reader.pem with reader-key.pem, with which journey mdoc read --reader"
                + " says who asks."
        ],
        arguments: [Argument(.folder, kind: .directory, help: "where it goes")],
        options: [Option(.name, value: .text("NAME"), help: "What people are told who asks"), Support.timeOption],
        examples: [.init("journey mdoc reader police --name 'Utopia Police'", "A reader that can say who it is.")]
    ) { invocation in
        let name = try invocation.required(.name, or: "--name says who the reader is.")
        let folder = try invocation.required(.folder)
        try ReaderFolder.make(name, in: folder, at: invocation.time(.at))
        invocation.terminal.print(["folder": .string(folder)], or: "Made \(name) in \(folder).")
        return .done
    }
}
