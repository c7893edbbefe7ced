import JourneyBase
import JourneyCrypto
import MobileDocument

/// Measures a whole presentation of a licence with eleven elements and a portrait of 20 KB, on each side. The floor is the sum of
/// the OpenSSL operations that it requires; the difference is parsing, selecting, encoding, checking and copying.
enum DocumentCase {
    private static let aim = Measurement.Target.ratio(1.3)
    private static let floor = "its operations by OpenSSL in C"

    @Sendable static func figures(_ bench: Workbench) async throws -> [Measurement] {
        let document = try await BenchDocument()
        let raw = try RawPresentation()
        var figures: [Measurement] = []
        for isSigned in [false, true] {
            let meeting = try await SharingSession(document, isSigned: isSigned)
            let samples = try await bench.sampler.calculateInProcess {
                try raw.hold()
                if isSigned { try raw.knowReader() }
            } ours: {
                keep(try await meeting.hold())
            }
            let title =
                isSigned
                ? "holder: the same, and the reader's signature checked" : "holder: establishment in, response out"
            figures.append(Measurement(title, floor: floor, samples, aim: aim))
        }
        let meeting = try await SharingSession(document, isSigned: false)
        let response = try await meeting.hold()
        for (title, verifier, lists) in [
            ("reader: engagement in, request out, response in, every check", try document.verifier, false),
            ("reader: the same, with lists of revoked ones", try await document.verifierWithLists(), true),
        ] {
            let figure = try await bench.calculated(title, floor: floor, aim: aim) {
                try raw.read(lists: lists)
            } ours: {
                keep(try meeting.read(response, with: verifier))
            }
            figures.append(figure)
        }
        return figures
    }
}

/// A repeatable session of a holder and a reader.
struct SharingSession: Sendable {
    let document: BenchDocument
    let engagement: [UInt8]
    let request: DeviceRequest
    private let establishment: [UInt8]
    private let isSigned: Bool

    init(_ document: BenchDocument, isSigned: Bool) async throws {
        self.document = document
        self.isSigned = isSigned
        engagement = Array(document.engagement.encoded)
        // The transcript is needed before the request exists.
        let channel = try ReaderChannel(
            engagement: document.engagement, key: document.readerKey, handover: .qr)
        let transcript = channel.transcript
        request =
            isSigned
            ? try await document.draft.request(signedBy: document.reader, for: transcript)
            : try document.draft.request()
        establishment = try SharingSession.establishment(document, Array(request.encoded))
    }

    private static func establishment(_ document: BenchDocument, _ request: [UInt8]) throws -> [UInt8] {
        var channel = try ReaderChannel(
            engagement: document.engagement, key: document.readerKey, handover: .qr)
        return try channel.send(request)
    }

    /// Runs the holder's side: every licence answers the request.
    func hold() async throws -> [UInt8] {
        var channel = DeviceChannel(engagement: document.engagement, key: document.deviceKey, handover: .qr)
        let input = try channel.receive(establishment)
        guard let plaintext = input.plaintext, let transcript = channel.transcript else {
            throw BenchError(what: "The holder received no request.")
        }
        let asked = try DeviceRequest(plaintext).documents[0]
        let verdict = document.readers.verdict(on: asked, transcript: transcript, at: document.now)
        switch verdict {
        case .verified where isSigned, .absent where !isSigned: break
        default: throw BenchError(what: "The holder's verdict on the reader is unexpected: \(verdict)")
        }
        let wanted = RequestedDocument(asked)
        let answers = document.licences.map { licence in
            DeviceResponse.Answer(
                licence, ElementSelection(wanted, from: licence) { _ in true }, key: .signature(document.device))
        }
        let response = try await DeviceResponse.encode(answers, transcript: transcript)
        return try channel.send(response, status: .termination)
    }

    /// Runs the reader's side, from the engagement to a report without failures.
    func read(_ message: [UInt8], with verifier: DocumentVerifier) throws -> ResponseReport {
        var channel = try ReaderChannel(
            engagement: Engagement(engagement[...]), key: document.readerKey, handover: .qr)
        keep(try channel.send(Array(request.encoded)))
        let input = try channel.receive(message)
        let plaintext = try unwrap(input.plaintext, "The reader received no response.")
        let report = try verifier.verify(
            DeviceResponse(plaintext), session: .init(transcript: channel.transcript),
            request: document.licences.map { _ in RequestedDocument(request.documents[0]) }, at: document.now)
        let isComplete = verifier.statusTokens.isEmpty || report.documents.allSatisfy { $0.checks(.notRun).isEmpty }
        try expect(
            report.documents.count == document.licences.count && !report.hasFailure && isComplete,
            "The reader's report has failures: \(report.documents.first?.checks ?? [])")
        return report
    }
}
