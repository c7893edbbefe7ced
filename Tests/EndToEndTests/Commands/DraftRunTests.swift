import Foundation
import JourneyBase
import JourneyHarness
import TestSupport
import Testing

/// Drafts banks' published operations and runs each draft unattended against its stand-in. `make campaign` takes all of them.
@Suite("Drafts of published documents on the command line", .serialized)
struct DraftRunTests {
    private static let documents = [
        "bank-apis/uk-open-banking-payment-initiation-3.1.11.json", "bank-apis/uk-open-banking-account-info-4.0.json",
        "bank-apis/berlin-nextgenpsd2-1.3.11.yaml", "bank-apis/paypal-checkout-orders-v2.json",
        "bank-apis/adyen-transfers-v4.json", "openapi/uk-open-banking-payment-initiation.json",
    ]

    private struct Case {
        let document: String
        let operation: String
    }

    /// All POST, PUT and PATCH operations of the documents.
    private static func cases() async throws -> [Case] {
        var cases: [Case] = []
        for name in documents {
            let programs = try Programs()
            let path = programs.folder + "/document.json"
            #expect(try await programs.run(["bundle", Vectors.path(name), "-o", path]).status == 0)
            let limits = JSONLimits(bytes: 16 << 20, depth: 200)
            let document = try JSONReader.read(Array(try Data(contentsOf: URL(fileURLWithPath: path))), limits: limits)
            for (_, item) in (document["paths"]?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
                for method in ["patch", "post", "put"] {
                    guard let id = item[method]?["operationId"]?.string else { continue }
                    cases.append(Case(document: Vectors.path(name), operation: id))
                }
            }
        }
        return cases
    }

    /// Drafts, checks and runs an operation. Returns the reason why it did not complete.
    private static func refusal(of draft: Case) async throws -> String? {
        let programs = try Programs()
        let folder = programs.folder + "/draft"
        let made = try await programs.run([
            "new", "published", "--openapi", draft.document, "--operation", draft.operation, "--output", folder,
            "--json",
        ])
        guard made.status == 0 else { return "new: \(made.output.suffix(300)) \(programs.errors.suffix(300))" }
        let (manifest, openAPI) = (folder + "/manifest.json", folder + "/openapi.json")
        let linted = try await programs.run(["lint", manifest, "--openapi", openAPI, "--json"])
        guard linted.status == 0 else { return "lint: \(linted.output.prefix(300))" }
        let ran = try await programs.run([
            "run", manifest, "--autopilot", folder + "/autopilot.json", "--patience", "60", "--json",
        ])
        let events = ran.output.split(separator: "\n").compactMap { TimelineEvent(line: String($0)) }
        let host = events.last { $0.name == "host" }?.attributes
        guard ran.status == 0, host?["outcome"] == "completed" else {
            return "run: \(host?["outcome"]?.string ?? "no outcome") \(programs.errors.suffix(300))"
        }
        return nil
    }

    @Test(
        "of POST, PUT and PATCH operations pass lint and end completed, at least four of five",
        .enabled(if: Vectors.has("bank-apis"), "\(Vectors.missing)"))
    func rate() async throws {
        var random = SplitMix(state: Campaign.seed(28))
        let all = try await DraftRunTests.cases()
        let cases = Campaign.isRunning ? all : Array(all.shuffled(using: &random).prefix(3))
        var refusals: [(draft: Case, reason: String)] = []
        for draft in cases {
            if let reason = try await DraftRunTests.refusal(of: draft) { refusals.append((draft, reason)) }
        }
        print("\(cases.count - refusals.count) of \(cases.count) drafts, of \(all.count) operations, ended completed")
        for (draft, reason) in refusals { print("\(draft.operation)\t\(reason.replacing("\n", with: " "))") }
        #expect((cases.count - refusals.count) * 5 >= cases.count * 4)
    }
}
