import JourneyBase
import JourneyCrypto
import MobileDocument

/// A whole presentation of a licence with eleven elements and a portrait of 20 KB, on each side, against the sum of the
/// operations of OpenSSL that it cannot do without. Parsing, selecting, encoding, checking and every copy is the difference.
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

/// One meeting of a holder and a reader, over and over.
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
        // A transcript is needed before there is a request.
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

    /// The holder's side: every licence that is held answers the request.
    func hold() async throws -> [UInt8] {
        var channel = DeviceChannel(engagement: document.engagement, key: document.deviceKey, handover: .qr)
        let input = try channel.receive(establishment)
        guard let plaintext = input.plaintext, let transcript = channel.transcript else {
            throw BenchError(what: "The holder got no request.")
        }
        let asked = try DeviceRequest(plaintext).documents[0]
        let verdict = document.readers.verdict(on: asked, transcript: transcript, at: document.now)
        switch verdict {
        case .verified where isSigned, .absent where !isSigned: break
        default: throw BenchError(what: "The holder takes the reader for another: \(verdict)")
        }
        let wanted = RequestedDocument(asked)
        let answers = document.licences.map { licence in
            DeviceResponse.Answer(
                licence, ElementSelection(wanted, from: licence) { _ in true }, key: .signature(document.device))
        }
        let response = try await DeviceResponse.encode(answers, transcript: transcript)
        return try channel.send(response, status: .termination)
    }

    /// The reader's side: from the engagement to the report, in which nothing may have failed.
    func read(_ message: [UInt8], with verifier: DocumentVerifier) throws -> ResponseReport {
        var channel = try ReaderChannel(
            engagement: Engagement(engagement[...]), key: document.readerKey, handover: .qr)
        keep(try channel.send(Array(request.encoded)))
        let input = try channel.receive(message)
        let plaintext = try unwrap(input.plaintext, "The reader got no response.")
        let report = try verifier.verify(
            DeviceResponse(plaintext), session: .init(transcript: channel.transcript),
            request: document.licences.map { _ in RequestedDocument(request.documents[0]) }, at: document.now)
        let isComplete = verifier.statusTokens.isEmpty || report.documents.allSatisfy { $0.checks(.notRun).isEmpty }
        try expect(
            report.documents.count == document.licences.count && !report.hasFailure && isComplete,
            "The reader refuses: \(report.documents.first?.checks ?? [])")
        return report
    }
}
