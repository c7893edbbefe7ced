import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCLI
import JourneyCrypto
import MobileDocument

extension DocumentCommand {
    static let issue = Command(
        "issue", summary: "signs a document for a device's key",
        discussion: [
            "DATA is a JSON object of elements, or of namespaces with their elements. Dates are 2026-01-31, times"
                + " 2026-01-31T12:00:00Z, bytes base64url. The template defines the elements and their forms: mdl"
                + " (driving licence), pid (EU person identification), av (EU age verification), or a file.",
            "The authority is a folder with iaca.pem, iaca-key.pem, signer.pem and signer-key.pem; --new-authority creates one,"
                + " for tests.",
            "Without --device-key, a device key is generated and written beside the document. --count issues as many"
                + " documents, each with its own key, for presenting once each.",
        ],
        arguments: [Argument(.data, help: "the holder's data, JSON; - reads standard input")],
        options: [
            Option(
                .template, "t", value: .text("NAME|FILE"), help: "mdl, pid, av, or a JSON file", defaultText: "mdl"),
            Option(.authority, "a", value: .directory, help: "The folder of the authority"),
            Option(.newAuthority, value: .text("NAME"), help: "Create the authority first, under this name"),
            Option(.country, value: .text("CC"), help: "The new authority's country", defaultText: "UT"),
            Option(
                .deviceKey, "k", value: .file, help: "The device's public key: PEM, JWK or COSE_Key", isRepeated: true
            ),
            Option(.count, "n", value: .integer(1...1_000), help: "Number of documents", defaultText: "1"),
            Option(.days, value: .integer(1...3_650), help: "Validity in days", defaultText: "365"),
            Option(
                .digest, value: .choice(["SHA-256", "SHA-384", "SHA-512"]), help: "Digest algorithm of the items",
                defaultText: "SHA-256"),
            Option(
                .authorize, value: .text("NAMESPACE"), help: "Namespace that the device may sign itself",
                isRepeated: true),
            Option(.statusList, value: .text("INDEX@URI"), help: "Entry in a status list for revocation"),
            Support.timeOption,
        ] + OutputFile.options,
        examples: [
            .init(
                "journey mdoc issue person.json --authority utopia --new-authority 'Utopia IACA' -o licence.hex",
                "A licence of a new authority, with a new device key in licence.hex.key.pem."),
            .init("journey mdoc issue age.json -t av -a utopia -n 30 -o age.hex", "Thirty proofs of age."),
        ]
    ) { invocation in
        let time = try invocation.time(.at)
        do {
            let template = try template(invocation)
            let values = try template.values(from: InputFile.json(try invocation.required(.data)))
            let office = try AuthorityFolder(invocation, at: time)
            let content = try content(template.docType, values, invocation, at: time)
            let digests: [String: HashAlgorithm] = ["SHA-384": .sha384, "SHA-512": .sha512]
            let issuer = try DocumentIssuer(
                signer: office.signerKey, chain: [office.signer],
                digestAlgorithm: digests[invocation.value(.digest) ?? ""] ?? .sha256)
            let keys = try DeviceKeys(invocation)
            let documents = try await issuer.batch(content, deviceKeys: keys.publicKeys)
            try write(documents, keys, invocation)
        } catch let error as IssuingError { throw Support.failure(error) }
        return .done
    }

    private static func template(_ invocation: Invocation) throws -> DocumentTemplate {
        let name = invocation.value(.template) ?? "mdl"
        let docType = Support.docType(name)
        if let known = DocumentTemplate.known.first(where: { $0.docType == docType }) { return known }
        return try DocumentTemplate(json: InputFile.json(name))
    }

    private static func content(
        _ docType: DocumentType, _ values: [String: [String: CBORValue]], _ invocation: Invocation, at time: Date
    ) throws -> DocumentIssuer.Content {
        // Documents state times in whole seconds.
        let start = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
        let days = TimeInterval(invocation.integer(.days) ?? 365)
        var status: DocumentStatus?
        if let text = invocation.value(.statusList) {
            let parts = text.split(separator: "@", maxSplits: 1)
            guard parts.count == 2, let index = UInt64(parts[0]) else {
                throw CommandError.usage("--status-list requires INDEX@URI: a number, @ and the list's address.")
            }
            status = DocumentStatus(statusList: .init(index: index, uri: String(parts[1])))
        }
        return DocumentIssuer.Content(
            docType: docType, values: values,
            validity: ValidityInfo(signed: start, validFrom: start, validUntil: start + days * 86_400),
            keyAuthorizations: KeyAuthorizations(nameSpaces: Set(invocation.values(.authorize))), status: status)
    }

    private static func write(_ documents: [IssuerSigned], _ keys: DeviceKeys, _ invocation: Invocation) throws {
        guard let path = invocation.value(.output) else {
            guard documents.count == 1, keys.made.isEmpty else {
                throw CommandError.usage(
                    "Several documents or generated keys require --output, because they are several files.")
            }
            return try OutputFile.write(Array(documents[0].encoded), invocation)
        }
        let names = documents.indices.map { documents.count == 1 ? path : "\(path).\($0 + 1)" }
        for (name, document) in zip(names, documents) {
            try WholeFile.write(OutputFile.form(Array(document.encoded), invocation), to: name)
        }
        for (name, key) in zip(names, keys.made) {
            try WholeFile.write(Array(try key.pem().utf8), to: name + ".key.pem", isPrivate: true)
        }
        invocation.terminal.talk(
            "Issued \(documents.count == 1 ? path : "\(documents.count) documents: \(names[0]) to \(names[names.count - 1])")."
                + (keys.made.isEmpty ? "" : " The device's private key is beside it, in .key.pem."))
        if invocation.terminal.isJSON {
            invocation.terminal.json(["files": .array(names.map { .string($0) })])
        }
    }
}
