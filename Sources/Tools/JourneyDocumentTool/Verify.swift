import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCLI
import JourneyCrypto
import MobileDocument

extension DocumentCommand {
    static let verify = Command(
        "verify", summary: "verifies a response and prints the result of each check",
        discussion: [
            "Performs all seven steps of the standard. A check without its input is reported as not run: status 0 means that no"
                + " check failed, not that all were run.",
            "A response that the device signed needs the reader's session transcript; one with a MAC needs the reader's"
                + " ephemeral private key too.",
            "The report has values in words. With --json, they are also in CBOR's diagnostic notation.",
        ],
        arguments: [Argument(.response, help: "the DeviceResponse; - reads standard input")],
        options: TrustOptions.documents + [
            Option(.transcript, value: .file, help: "The SessionTranscript of the session"),
            Option(.readerKey, value: .file, help: "The reader's ephemeral private key: PEM, JWK or COSE_Key"),
            Option(.request, value: .file, help: "The DeviceRequest of the response"),
            Option(.template, value: .file, help: "Template of another document type, JSON", isRepeated: true),
            Support.timeOption, InputFile.formOption,
        ],
        examples: [
            .init(
                "journey mdoc verify response.hex --trust authorities --transcript transcript.hex --reader-key reader.pem",
                "Performs every check."),
            .init("journey mdoc verify response.cbor --trust iaca.pem --json", "Prints the report as JSON."),
        ]
    ) { invocation in
        let path = try invocation.required(.response)
        let bytes = try InputFile.bytes(path, invocation)
        let response = try Support.parse(path) { () throws(CBORError) in try DeviceResponse(bytes[...]) }
        let time = try invocation.time(.at)
        let report = try verifier(invocation, at: time).verify(
            response, session: try session(invocation), request: try request(invocation), at: time)
        let text = ReportText(report, at: time)
        invocation.terminal.print(text.json, or: text.text(invocation.terminal.style))
        guard !report.documents.isEmpty else {
            invocation.terminal.talk("The response contains no document.")
            return .refused
        }
        return report.hasFailure ? .refused : .done
    }

    private static func verifier(_ invocation: Invocation, at time: Date) throws -> DocumentVerifier {
        var templates = DocumentTemplate.known
        for path in invocation.values(.template) {
            do { templates.append(try DocumentTemplate(json: try InputFile.json(path))) } catch let error
                as IssuingError
            {
                throw Support.failure(error)
            }
        }
        return try TrustOptions.verifier(invocation, at: time, templates: templates)
    }

    private static func session(_ invocation: Invocation) throws -> DocumentVerifier.Session? {
        let key = try invocation.value(.readerKey).map { try KeyFile.agreement($0, invocation) }
        guard let path = invocation.value(.transcript) else {
            guard key == nil else {
                throw CommandError.usage("--reader-key requires --transcript.")
            }
            return nil
        }
        return .init(transcript: try transcript(path, invocation), readerKey: key)
    }

    private static func request(_ invocation: Invocation) throws -> [RequestedDocument]? {
        guard let path = invocation.value(.request) else { return nil }
        return try deviceRequest(path, invocation).documents.map { RequestedDocument($0) }
    }

    static func deviceRequest(_ path: String, _ invocation: Invocation) throws -> DeviceRequest {
        let bytes = try InputFile.bytes(path, invocation)
        return try Support.parse(path) { () throws(CBORError) in try DeviceRequest(bytes[...]) }
    }

    static func transcript(_ path: String, _ invocation: Invocation) throws -> SessionTranscript {
        let bytes = try InputFile.bytes(path, invocation)
        return try Support.parse(path) { () throws(CBORError) in try SessionTranscript(reading: bytes[...]) }
    }
}
