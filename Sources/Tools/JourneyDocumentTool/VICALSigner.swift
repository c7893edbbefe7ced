import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import MobileDocument

extension DocumentCommand {
    static let vicalSigner = Command(
        "signer", summary: "creates a signer of lists and its authority, for tests",
        discussion: [
            "FOLDER receives root.pem, the authority to trust, and signer.pem with signer-key.pem, with which"
                + " journey mdoc vical make signs them."
        ],
        arguments: [Argument(.folder, kind: .directory, help: "the folder to create")],
        options: [
            Option(.name, value: .text("NAME"), help: "Name of the signer"),
            Option(.country, value: .text("CC"), help: "Country of the signer", defaultText: "UT"), Support.timeOption,
        ],
        examples: [
            .init("journey mdoc vical signer lists --name 'Utopia Lists'", "Creates a signer of lists of authorities.")
        ]
    ) { invocation in
        let name = try invocation.required(.name, or: "--name is required: the name of the signer.")
        let folder = try invocation.required(.folder)
        let country = invocation.value(.country) ?? "UT"
        let taken = CommandError(
            .refused, code: .vicalSignerExists,
            "\(folder) already contains a signer of lists. Choose another folder.")
        do {
            try TestFolder.make(folder, root: "root", leaf: "signer", at: invocation.time(.at), taken: taken) {
                let authority = try $0.authority(name + " root", country: country)
                let signer = try authority.vicalSigner(
                    .init(commonName: name, country: country), spki: $0.key.publicKey.spki, notBefore: $0.start,
                    notAfter: $0.start + DocumentAuthority.longestSigner)
                return (authority.authority.certificate, signer)
            }
        } catch let error as IssuingError { throw Support.failure(error) }
        invocation.terminal.print(["folder": .string(folder)], or: "Created \(name) in \(folder).")
        return .done
    }
}
