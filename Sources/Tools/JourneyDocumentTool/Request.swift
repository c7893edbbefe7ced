import JourneyBase
import JourneyCBOR
import JourneyCLI
import JourneyCrypto
import MobileDocument

extension DocumentCommand {
    static let request = Command(
        "request", summary: "creates a request for elements of a document",
        discussion: [
            "ELEMENT is a name, or NAMESPACE/NAME; the default namespace is that of the document type. The reader retains"
                + " elements listed with --retain only. With a key and its certificates the request is signed for one session."
        ],
        arguments: [Argument(.element, kind: .text("ELEMENT"), help: "the requested elements", isRepeated: true)],
        options: [
            Option(.docType, "d", value: .text("TYPE"), help: "mdl, pid, av or a type", defaultText: "mdl"),
            Option(
                .retain, value: .text("ELEMENT"), help: "Element that the reader intends to retain", isRepeated: true),
            Option(.key, "k", value: .file, help: "The reader's private key, PEM or JWK"),
            Option(.chain, value: .file, help: "The certificates of --key, its own first, PEM"),
            Option(.transcript, value: .file, help: "The session that the signature is for"), InputFile.formOption,
        ] + OutputFile.options,
        examples: [
            .init("journey mdoc request family_name portrait age_over_18 -o request.hex", "Requests three elements."),
            .init("journey mdoc request age_over_18 -d av", "Requests proof of age 18."),
        ]
    ) { invocation in
        let docType = Support.docType(invocation.value(.docType) ?? "mdl")
        let space = DocumentTemplate.known.first { $0.docType == docType }?.nameSpaces.keys.first
        let retained = try Set(invocation.values(.retain).map { try name($0, in: space) })
        var order: [String] = []
        var elements: [String: [DocumentRequest.Element]] = [:]
        for word in invocation.arguments(.element) {
            let element = try name(word, in: space)
            if elements[element.nameSpace] == nil { order.append(element.nameSpace) }
            elements[element.nameSpace, default: []].append(
                .init(element.identifier, isRetained: retained.contains(element)))
        }
        let draft = DeviceRequestDraft([
            .init(docType, order.map { DocumentRequest.NameSpace($0, elements[$0] ?? []) })
        ])
        let made: DeviceRequest
        if let key = invocation.value(.key), let chain = invocation.value(.chain),
            let path = invocation.value(.transcript)
        {
            let certificates = try CertificateFiles.some(chain)
            let signer = DeviceRequestDraft.Signer(
                try KeyFile.signer(key, of: certificates[0], invocation), chain: certificates)
            made = try await draft.request(signedBy: signer, for: try transcript(path, invocation))
        } else {
            guard invocation.value(.key) == nil, invocation.value(.chain) == nil else {
                throw CommandError.usage("Signing the request requires --key, --chain and --transcript.")
            }
            made = try Support.parse("the request") { () throws(CBORError) in try draft.request() }
        }
        try OutputFile.write(Array(made.encoded), invocation)
        return .done
    }

    /// Parses an element's name on the command line.
    static func name(_ word: String, in space: String?) throws -> ElementName {
        if let slash = word.lastIndex(of: "/") {
            return ElementName(String(word[..<slash]), String(word[word.index(after: slash)...]))
        }
        guard let space else {
            throw CommandError.usage("‘\(word)’ requires its namespace: NAMESPACE/\(word).")
        }
        return ElementName(space, word)
    }
}
