import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCLI
import JourneyCrypto
import MobileDocument

extension DocumentCommand {
    static let vical = Command(
        "vical", summary: "verifies or creates a list of authorities",
        discussion: [
            "A VICAL lists issuing authorities that a provider has verified, with their document types. journey mdoc inspect"
                + " shows its content; journey mdoc verify --vical trusts its authorities."
        ],
        subcommands: [checkVICAL, makeVICAL, vicalSigner])

    private static let makeVICAL = Command(
        "make", summary: "signs a list of authorities",
        arguments: [
            Argument(
                .authorities, kind: .directory,
                help: "the authorities' certificates: a file, or a folder, in which other certificates are ignored")
        ],
        options: [
            Option(.provider, value: .text("NAME"), help: "Name of the list's provider"),
            Option(
                .chain, value: .file, help: "The signer's certificate and any intermediates, PEM"),
            Option(.key, "k", value: .file, help: "The signer's private key, PEM or JWK"),
            Option(
                .docType, "d", value: .text("TYPE"), help: "Document type of the authorities: mdl, pid, av or a type",
                isRepeated: true),
            Option(.days, value: .integer(1...366), help: "Days until the next list is due", defaultText: "90"),
            Option(.number, value: .integer(0...Int.max), help: "Issue number, higher than that of earlier lists"),
            Support.timeOption,
        ] + OutputFile.options,
        examples: [
            .init(
                "journey mdoc vical make authorities --provider Me --chain lists/signer.pem -k lists/signer-key.pem"
                    + " -d mdl -o list.hex",
                "Lists every authority in the folder for licences; journey mdoc vical signer creates a signer, for tests."
            )
        ]
    ) { invocation in
        guard let chain = invocation.value(.chain), let key = invocation.value(.key),
            let provider = invocation.value(.provider), !invocation.values(.docType).isEmpty
        else {
            throw CommandError.usage("vical make requires --provider, --chain, --key and --doc-type.")
        }
        let time = try invocation.time(.at)
        let date = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
        let docTypes = Set(invocation.values(.docType).map(Support.docType))
        let certificates = try CertificateFiles.some(chain)
        let authorities = try CertificateFiles.anchors(try invocation.required(.authorities)).map(\.certificate)
        do {
            let list = try await VICAL.make(
                provider: provider, authorities: authorities.map { ($0, docTypes) },
                date: date, nextUpdate: date + TimeInterval(invocation.integer(.days) ?? 90) * 86_400,
                issueID: invocation.integer(.number).map { UInt64($0) },
                signer: try KeyFile.signer(key, of: certificates[0], invocation), chain: certificates)
            invocation.terminal.talk("Listed: " + authorities.map { "\($0.subject)" }.joined(separator: "; ") + ".")
            try OutputFile.write(Array(list.message.encoded), invocation)
        } catch let error as IssuingError { throw Support.failure(error) }
        return .done
    }
}
