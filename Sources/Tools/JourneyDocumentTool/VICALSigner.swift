import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import MobileDocument

extension DocumentCommand {
    static let vicalSigner = Command(
        "signer", summary: "makes who signs lists, with an authority of its own, for tests",
        discussion: [
            "FOLDER gets root.pem, for whoever is to believe the lists, and signer.pem with signer-key.pem, with which"
                + " journey mdoc vical make signs them."
        ],
        arguments: [Argument(.folder, kind: .directory, help: "where it goes")],
        options: [
            Option(.name, value: .text("NAME"), help: "Who signs lists"),
            Option(.country, value: .text("CC"), help: "Its country", defaultText: "UT"), Support.timeOption,
        ],
        examples: [
            .init("journey mdoc vical signer lists --name 'Utopia Lists'", "Who can sign a list of authorities.")
        ]
    ) { invocation in
        let name = try invocation.required(.name, or: "--name says who signs lists.")
        let folder = try invocation.required(.folder)
        let country = invocation.value(.country) ?? "UT"
        let taken = CommandError(
            .refused, code: "VICAL_SIGNER_EXISTS", "There is a signer of lists in \(folder) already.")
        do {
            try TestFolder.make(folder, root: "root", leaf: "signer", at: invocation.time(.at), taken: taken) {
                let authority = try $0.authority(name + " root", country: country)
                let signer = try authority.vicalSigner(
                    .init(commonName: name, country: country), spki: $0.key.publicKey.spki, notBefore: $0.start,
                    notAfter: $0.start + DocumentAuthority.longestSigner)
                return (authority.authority.certificate, signer)
            }
        } catch let error as IssuingError { throw Support.failure(error) }
        invocation.terminal.print(["folder": .string(folder)], or: "Made \(name) in \(folder).")
        return .done
    }
}
