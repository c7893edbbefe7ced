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
        let scratch = try Scratch()
        let bank = try FakeBank(
            .init(
                manifest: try JourneyDraftTests.manifest(draft),
                openAPI: try JSONReader.read(bytes, limits: .openAPIBundle), pages: URL(fileURLWithPath: scratch.path)),
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

    private static func draft(_ file: String, _ operations: String...) throws -> (JourneyDraft, JSONValue?, [UInt8]) {
        let bytes = try Vectors.bytes(file)
        let draft = try JourneyDraftTests.draft(bytes, operations: operations, name: "published")
        let step = draft.steps.last?.step ?? ""
        return (draft, try JourneyDraftTests.manifest(draft)["steps"]?[step]?["bindings"]?[0], bytes)
    }

    @Test("a capture has the order's status as its query, and a change of an order moves no money")
    func orders() throws {
        let file = "bank-apis/paypal-checkout-orders-v2.json"
        let (draft, capture, bytes) = try PublishedDraftTests.draft(file, "orders.create", "orders.capture")
        let query = capture?["status"]
        #expect(capture?["call"]?["effect"] == "keyed" && query?["operationId"] == "orders.get")
        #expect(query?["in"] == ["id": "steps.orderscreate.id"])
        #expect(query?["until"] == "status == 200 && result.status in ['COMPLETED', 'VOIDED']")
        #expect(query?["done"] == "result.status == 'COMPLETED'")
        #expect(query?["out"]?["id"]?["value"] == "result.id")
        #expect(draft.statusQueries == ["orders.get"])
        #expect(draft.proposals.contains { $0.contains("orders.get decides it") }, "\(draft.proposals)")
        let findings = Lint.check(try #require(draft.files["manifest.json"]), openAPI: bytes)
        #expect(findings.filter { $0.rule != .oapiPattern }.map(\.message) == [])
        let (changed, patch, _) = try PublishedDraftTests.draft(file, "orders.patch")
        #expect(patch?["call"]?["effect"] == "once" && patch?["call"]?["movesMoney"] == false)
        #expect(
            Lint.check(try #require(changed.files["manifest.json"]), openAPI: bytes).map(\.rule).filter {
                $0 != .oapiPattern
            } == [])
    }

    @Test(
        "a payment for which the document has neither key nor query says so, and lints clean once the key is declared")
    func undeclaredKey() throws {
        let file = "bank-apis/adyen-transfers-v4.json"
        let (draft, cashout, bytes) = try PublishedDraftTests.draft(file, "post-cashouts")
        #expect(cashout?["call"]?["effect"] == "once" && cashout?["call"]?["movesMoney"] == true)
        #expect(
            draft.proposals.contains {
                $0.contains("neither a key nor a status query") && $0.contains("#/paths/~1cashouts/post")
            })
        let findings = Lint.check(try #require(draft.files["manifest.json"]), openAPI: bytes)
        #expect(findings.map(\.rule) == [.unkeyedCall])
        // What an author adds by an overlay, of the parameter that the document has for its other payments.
        let document = try JSONReader.read(bytes, limits: .openAPIBundle)
        func adding(_ value: JSONValue, _ path: ArraySlice<String>) -> JSONValue {
            var members = value.object ?? [:]
            guard let name = path.first else {
                members["parameters"] = [["$ref": "#/components/parameters/Idempotency-Key"]]
                return .object(members)
            }
            members[name] = adding(members[name] ?? [:], path.dropFirst())
            return .object(members)
        }
        let keyed = adding(document, ["paths", "/cashouts", "post"]).compactBytes
        let again = try JourneyDraftTests.draft(keyed, operations: ["post-cashouts"], name: "published")
        let call = try JourneyDraftTests.manifest(again)["steps"]?["postcashouts"]?["bindings"]?[0]?["call"]
        #expect(call?["effect"] == "keyed" && call?["key"]?["header"] == "Idempotency-Key")
        #expect(Lint.check(try #require(again.files["manifest.json"]), openAPI: keyed).map(\.message) == [])
    }

    @Test("payments that create a resource of unknown identity have no query, and the draft says why")
    func unknownIdentity() throws {
        let file = "bank-apis/uk-open-banking-payment-initiation-3.1.11.json"
        let (draft, payment, _) = try PublishedDraftTests.draft(file, "CreateDomesticPayments")
        #expect(payment?["status"] == nil && payment?["call"]?["effect"] == "keyed")
        #expect(
            draft.proposals.contains { $0.contains("no status query decides it") && $0.contains("DomesticPaymentId") })
    }

    @Test("a response of overlapping forms is refused with its location, and drafted once they may overlap")
    func overlappingForms() throws {
        func document(_ word: String) -> [UInt8] {
            let schema: JSONValue = [
                "type": "object", "required": ["state"], "properties": ["state": ["type": "string"]],
            ]
            let content: JSONValue = ["application/json": ["schema": .object([word: [schema, schema]])]]
            let document: JSONValue = [
                "openapi": "3.1.0", "servers": [["url": "https://api.bank.example"]],
                "paths": [
                    "/a": ["put": ["operationId": "a", "responses": ["200": ["description": "", "content": content]]]]
                ],
            ]
            return document.compactBytes
        }
        let error = #expect(throws: JourneyError.self) { try JourneyDraftTests.draft(document("oneOf")) }
        #expect(error?.code == .oapiInvalid && error?.message.contains("forms that overlap") == true)
        #expect(error?.message.contains("(#/paths/~1a/put/responses/200)") == true)
        #expect(try JourneyDraftTests.draft(document("anyOf")).gaps == [])
    }
}
