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
    ]

    /// Returns the document with credentials that a journey can provide, so that more than its refusals is tested.
    private static func open(_ document: JSONValue) -> JSONValue {
        guard var members = document.object else { return document }
        members["security"] = nil
        members["paths"] = .object(
            (members["paths"]?.object ?? [:]).mapValues { item in
                .object(
                    (item.object ?? [:]).mapValues { operation in
                        guard var operation = operation.object else { return operation }
                        operation["security"] = nil
                        return .object(operation)
                    })
            })
        return .object(members)
    }

    @Test(
        "each operation is drafted, looked over and explained, or refused with a code: none crashes, none hangs",
        arguments: documents)
    func each(name: String) throws {
        let document = Self.open(try JSONReader.read(try Vectors.bytes(name), limits: .openAPIBundle))
        let bytes = document.compactBytes
        var (drafted, explained) = (0, 0)
        for entry in OpenAPIEntry.all(in: document) {
            do {
                let draft = try JourneyDraftTests.draft(bytes, operations: [entry.id], name: "published")
                drafted += 1
                let manifest = try #require(draft.files["manifest.json"])
                let findings = Lint.check(manifest, openAPI: bytes)
                // A draft lacks at most a result's values, and has names that no journey may have.
                let rules = Set(findings.filter { $0.severity == .error }.map(\.rule))
                #expect(
                    rules.isSubset(of: [.missingReference, .missingArgument, .sensitiveField]),
                    "\(entry.id): \(findings)")
                let script = try EventScript(try #require(draft.files["events.json"]), file: "events.json")
                // Published answers have no `reference`, which a completed result needs, so the last step ends as cancelled here.
                guard var members = try JSONReader.read(manifest).object, var steps = members["steps"]?.object else {
                    continue
                }
                steps["completed"] = ["type": "terminal", "outcome": "cancelled"]
                members["steps"] = .object(steps)
                let loading = JSONValue.object(members).compactBytes
                guard let told = try? Explanation(manifest: loading, openAPI: bytes, script: script) else { continue }
                explained += 1
                // A draft without gaps finishes; one without a value that its call needs never reports success.
                let isDone = told.isWhole && told.json["outcome"]?["kind"] == "cancelled"
                if draft.gaps.isEmpty { #expect(isDone, "\(entry.id): \(told.json)") }
                let lacks = draft.gaps.contains { $0.isRequired && $0.field != nil }
                #expect(!(isDone && lacks), "\(entry.id): \(draft.gaps)")
            } catch let error as JourneyError {
                #expect([.oapiInvalid, .operationUnknown, .configurationInvalid].contains(error.code), "\(error)")
            }
        }
        print("\(name): \(drafted) drafted, \(explained) explained")
    }
}
