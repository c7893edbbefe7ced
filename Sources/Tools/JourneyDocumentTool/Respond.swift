import JourneyBase
import JourneyCBOR
import JourneyCLI
import JourneyCrypto
import MobileDocument

extension DocumentCommand {
    static let respond = Command(
        "respond", summary: "answers a request with a document, as a holder's device does",
        discussion: [
            "Returns what was asked for and no more; --withhold leaves out what the person does not want to show. The device"
                + " signs for the session, or with --mac and the reader's ephemeral key makes a proof that only that reader"
                + " can check."
        ],
        arguments: [Argument(.request, help: "the DeviceRequest; - reads standard input")],
        options: [
            Option(.document, value: .file, help: "A document as issued (IssuerSigned)"),
            Option(.deviceKey, "k", value: .file, help: "The document's private key, PEM, JWK or COSE_Key"),
            Option(.transcript, value: .file, help: "The SessionTranscript of the session"),
            Option(.mac, help: "Authenticate by a MAC"),
            Option(.readerKey, value: .file, help: "The reader's ephemeral public key, for --mac"),
            Option(.withhold, value: .text("ELEMENT"), help: "An element that is not shown", isRepeated: true),
            InputFile.formOption,
        ] + OutputFile.options,
        examples: [
            .init(
                "journey mdoc respond request.hex --document licence.hex -k licence.hex.key.pem --transcript t.hex -o r.hex",
                "Shows what was asked for.")
        ]
    ) { invocation in
        guard let documentPath = invocation.value(.document), let keyPath = invocation.value(.deviceKey),
            let transcriptPath = invocation.value(.transcript)
        else {
            throw CommandError.usage("--document, --device-key and --transcript are needed.")
        }
        let request = try deviceRequest(try invocation.required(.request), invocation)
        let bytes = try InputFile.bytes(documentPath, invocation)
        let document = try Support.parse(documentPath) { () throws(CBORError) in try IssuerSigned(bytes[...]) }
        let withheld = try invocation.values(.withhold).map { word in
            // A bare name is withheld in every namespace.
            word.contains("/") ? try name(word, in: nil) : ElementName("", word)
        }
        var answers: [DeviceResponse.Answer] = []
        var missing: [DocumentType] = []
        for part in request.documents.map({ RequestedDocument($0) }) {
            // One document answers one request: a second one would need a second document.
            guard part.docType == document.mso.docType, answers.isEmpty else {
                missing.append(part.docType)
                continue
            }
            let selection = ElementSelection(part, from: document) { element in
                !withheld.contains(element) && !withheld.contains(ElementName("", element.identifier))
            }
            answers.append(.init(document, selection, key: try deviceKey(keyPath, invocation)))
        }
        do {
            let response = try await DeviceResponse.encode(
                answers, missing: missing, transcript: try transcript(transcriptPath, invocation))
            try OutputFile.write(response, invocation)
        } catch let error as DeviceResponse.BuildingError {
            throw CommandError(
                .refused, code: error.rawValue, "The key is not the document's, or not on the reader's curve.")
        }
        return .done
    }

    private static func deviceKey(_ path: String, _ invocation: Invocation) throws -> DeviceResponse.DeviceKey {
        guard invocation.has(.mac) else { return .signature(try KeyFile.signer(path, invocation)) }
        let reader = try invocation.required(.readerKey, or: "--mac needs --reader-key: it is for that reader alone.")
        return .mac(try KeyFile.agreement(path, invocation), reader: try KeyFile.publicKey(reader, invocation))
    }
}
