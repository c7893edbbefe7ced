import Foundation
import JourneyBase
import JourneyLanguage
import TestSupport
import Testing

@testable import JourneySandbox
@testable import SandboxServices

/// Drafts journeys from documents published by banks and payment services.
@Suite("Drafts of published documents", .enabled(if: Vectors.has("bank-apis"), "\(Vectors.missing)"))
struct PublishedDraftTests {
    static let documents = [
        "bank-apis/uk-open-banking-payment-initiation-3.1.11.json", "bank-apis/uk-open-banking-account-info-4.0.json",
        "bank-apis/paypal-checkout-orders-v2.json", "bank-apis/adyen-transfers-v4.json",
        "openapi/uk-open-banking-payment-initiation.json",
    ]

    /// What became of the draft of one operation.
    private enum Outcome {
        case completed
        /// The reason why it is no draft that runs.
        case refused(String)
    }

    private static func outcome(of entry: OpenAPIEntry, in bytes: [UInt8]) async throws -> Outcome {
        let draft: JourneyDraft
        do { draft = try JourneyDraftTests.draft(bytes, operations: [entry.id], name: "published") } catch {
            let error = try #require(error as? JourneyError)
            #expect([.oapiInvalid, .oapiSecurity, .operationUnknown, .configurationInvalid].contains(error.code))
            return .refused("\(error.code.rawValue): \(error.message)")
        }
        let manifest = try #require(draft.files["manifest.json"])
        if let finding = Lint.check(manifest, openAPI: bytes).first(where: { $0.rule != .oapiPattern }) {
            return .refused("\(finding.rule.rawValue): \(finding.message)")
        }
        if let gap = draft.gaps.first(where: \.isRequired) {
            return .refused("no value for \(gap.field ?? "the answer"): \(gap.reason)")
        }
        let script = try EventScript(try #require(draft.files["events.json"]), file: "events.json")
        let explained: Explanation
        do { explained = try Explanation(manifest: manifest, openAPI: bytes, script: script) } catch {
            return .refused("explain: \(error)")
        }
        guard explained.isWhole, explained.json["outcome"]?["kind"] == "completed" else {
            return .refused("explain: \(explained.json["outcome"]?.compactText ?? "no outcome")")
        }
        return try await answered(draft, bytes).map(Outcome.refused) ?? .completed
    }

    /// Sends the draft's call to its stand-in. Returns the reason if the answer is not what the document says.
    private static func answered(_ draft: JourneyDraft, _ bytes: [UInt8]) async throws -> String? {
        let bank = FakeBank(
            .init(
                manifest: try JourneyDraftTests.manifest(draft),
                openAPI: try JSONReader.read(bytes, limits: .openAPIBundle), pages: URL(fileURLWithPath: "/")),
            token: Secret(copying: "a-token".utf8))
        for drafted in draft.operations {
            let arguments = drafted.exampleArguments(known: [
                "session.correlationId": "7d444840-9dc0-41d1-b245-5ffdce74fad2"
            ])
            var request: HTTPRequest
            do { request = try drafted.operation.request(arguments: arguments) } catch { return "request: \(error)" }
            request.headers["Authorization"] = "Bearer a-token"
            let response = await bank.handle(request)
            guard (200...299).contains(response.status) else {
                return "stand-in: \(response.status) \(String(decoding: response.body.prefix(300), as: UTF8.self))"
            }
            do { _ = try drafted.operation.answer(of: response) } catch { return "answer: \(error)" }
        }
        return nil
    }

    /// All operations with these methods in a campaign, else some of them.
    private static func operations(_ methods: Set<HTTPMethod>) throws -> [(entry: OpenAPIEntry, bytes: [UInt8])] {
        var all: [(entry: OpenAPIEntry, bytes: [UInt8])] = []
        for name in documents {
            let bytes = try Vectors.bytes(name)
            let document = try JSONReader.read(bytes, limits: .openAPIBundle)
            all += OpenAPIEntry.all(in: document).filter { methods.contains($0.method) }
                .map { ($0, bytes) }
        }
        var random = SplitMix(state: Campaign.seed(28))
        return Campaign.isRunning ? all : Array(all.shuffled(using: &random).prefix(4))
    }

    @Test("at least four of five POST, PUT and PATCH operations run as drafted, and none crashes or hangs")
    func rate() async throws {
        let operations = try PublishedDraftTests.operations([.post, .put, .patch])
        var completed = 0
        var refusals: [String: [String]] = [:]
        for (entry, bytes) in operations {
            switch try await PublishedDraftTests.outcome(of: entry, in: bytes) {
            case .completed: completed += 1
            case .refused(let reason): refusals[reason, default: []].append(entry.id)
            }
        }
        print("\(completed) of \(operations.count) operations run as drafted")
        for (reason, ids) in refusals.sorted(by: { $0.value.count > $1.value.count }) {
            print("\(ids.count)\t\(reason)\t\(ids.joined(separator: ", "))")
        }
        #expect(completed * 5 >= operations.count * 4)
    }

    @Test(
        "reads and deletions are drafted, looked over and explained, or refused with a code: none crashes, none hangs")
    func others() async throws {
        let operations = try PublishedDraftTests.operations([.get, .delete])
        var completed = 0
        for (entry, bytes) in operations {
            switch try await PublishedDraftTests.outcome(of: entry, in: bytes) {
            case .completed: completed += 1
            case .refused(let reason): print("\(entry.id)\t\(reason)")
            }
        }
        print("\(completed) of \(operations.count) reads and deletions run as drafted")
        #expect(completed * 5 >= operations.count * 4)
    }
}
