import JourneyBase
import JourneyCBOR
import JourneyCLI
import JourneyCrypto
import MobileDocument

extension DocumentCommand {
    static let respond = Command(
        "respond", summary: "creates a response to a request, as a holder's device does",
        discussion: [
            "Returns the requested elements only; --withhold omits elements that the holder does not approve. The device"
                + " signs for the session, or with --mac and the reader's ephemeral key creates a proof that only that reader"
                + " can verify."
        ],
        arguments: [Argument(.request, help: "the DeviceRequest; - reads standard input")],
        options: [
            Option(.document, value: .file, help: "A document as issued (IssuerSigned)"),
            Option(.deviceKey, "k", value: .file, help: "The document's private key, PEM, JWK or COSE_Key"),
            Option(.transcript, value: .file, help: "The SessionTranscript of the session"),
            Option(.mac, help: "Authenticate by a MAC"),
            Option(.readerKey, value: .file, help: "The reader's ephemeral public key, for --mac"),
            Option(.withhold, value: .text("ELEMENT"), help: "Element to omit", isRepeated: true),
            InputFile.formOption,
        ] + OutputFile.options,
        examples: [
            .init(
                "journey mdoc respond request.hex --document licence.hex -k licence.hex.key.pem --transcript t.hex -o r.hex",
                "Returns the requested elements.")
        ]
    ) { invocation in
        guard let documentPath = invocation.value(.document), let keyPath = invocation.value(.deviceKey),
            let transcriptPath = invocation.value(.transcript)
        else {
            throw CommandError.usage("respond requires --document, --device-key and --transcript.")
        }
        let request = try deviceRequest(try invocation.required(.request), invocation)
        let bytes = try InputFile.bytes(documentPath, invocation)
        let document = try Support.parse(documentPath) { () throws(CBORError) in try IssuerSigned(bytes[...]) }
        let withheld = try invocation.values(.withhold).map { word in
            // A name without namespace is withheld in every namespace.
            word.contains("/") ? try name(word, in: nil) : ElementName("", word)
        }
        var answers: [DeviceResponse.Answer] = []
        var missing: [DocumentType] = []
        for part in request.documents.map({ RequestedDocument($0) }) {
            // One document answers one request.
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
                .refused, code: error.rawValue,
                "The response could not be signed: --device-key is not the document's key, or not on the reader's curve."
            )
        }
        return .done
    }

    private static func deviceKey(_ path: String, _ invocation: Invocation) throws -> DeviceResponse.DeviceKey {
        guard invocation.has(.mac) else { return .signature(try KeyFile.signer(path, invocation)) }
        let reader = try invocation.required(
            .readerKey, or: "--mac requires --reader-key, the reader's ephemeral public key.")
        return .mac(try KeyFile.agreement(path, invocation), reader: try KeyFile.publicKey(reader, invocation))
    }
}
