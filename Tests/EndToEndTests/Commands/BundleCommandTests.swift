import Foundation
import JourneyBase
import JourneyHarness
import Testing

@Suite("OpenAPI in YAML on the command line", .serialized)
struct BundleCommandTests {
    private let programs: Programs

    init() throws { programs = try Programs() }

    private func path(_ name: String) -> String { programs.folder + "/" + name }

    private func write(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
    }

    private func run(_ words: String...) async throws -> (status: Int32, output: String) {
        let (status, output) = try await programs.run(words)
        return (status, output + programs.errors)
    }

    private static let bank = """
        openapi: 3.2.0
        info: {title: Bank, version: '1'}
        servers: [{url: https://api.bank.example}]
        paths:
          /payments:
            post:
              operationId: pay
              parameters:
                - {name: X-Idempotency-Key, in: header, required: true, schema: {type: string}}
              requestBody: {required: true, content: {application/json: {schema: {$ref: schemas.yaml#/Payment}}}}
              responses:
                201:
                  description: paid
                  content: {application/json: {schema: {$ref: schemas.yaml#/Receipt}}}
          /unused: {query: {operationId: search, responses: {200: {description: ''}}}}
        """
    private static let schemas = """
        Payment:
          type: object
          required: [amount]
          properties:
            amount:
              type: string
              pattern: '^\\-?\\d+$'
              example: '12'
            note: {type: string, pattern: (a)\\1, example: aa}
        Receipt: {type: object, required: [reference], properties: {reference: {type: string, example: R-1}}}
        """

    @Test("a document in several YAML files is drafted, linted, explained, signed, verified and run")
    func yaml() async throws {
        try write(BundleCommandTests.bank, "bank.yaml")
        try write(BundleCommandTests.schemas, "schemas.yaml")
        let (bank, folder) = (path("bank.yaml"), path("pay"))
        let made = try await run("new", "pay", "--openapi", bank, "--operation", "pay", "--output", folder)
        #expect(made.status == 0, "\(made.output)")
        let manifest = folder + "/manifest.json"
        let linted = try await programs.run(["lint", manifest, "--openapi", bank, "--json"])
        let findings = try JSONReader.read(Array(linted.output.utf8))["findings"]
        #expect(linted.status == 0 && findings?.array?.count == 1)
        // The pattern with a back-reference, in the file that its author edits.
        #expect(findings?[0]?["rule"] == "OAPI_PATTERN" && findings?[0]?["severity"] == "warning")
        #expect(findings?[0]?["file"]?.string?.hasSuffix("/schemas.yaml") == true)
        #expect(findings?[0]?["line"] == 9 && findings?[0]?["column"] == 26)
        let explained = try await run("explain", manifest, "--openapi", bank, "--script", folder + "/events.json")
        #expect(explained.status == 0, "\(explained.output)")
        let bundled = try await programs.run(["bundle", bank, "--manifest", manifest, "-o", path("b.json"), "--json"])
        let hash = try JSONReader.read(Array(bundled.output.utf8))["sha256"]
        let signed = try await programs.run(["sign", manifest, "--openapi", bank])
        #expect(try JSONReader.read(Array(signed.output.utf8))["oapiSha256"] == hash)
        try write(signed.output, "signed.json")
        #expect(try await run("verify", path("signed.json"), "--openapi", bank).status == 0)
        let ran = try await programs.run([
            "run", manifest, "--openapi", bank, "--autopilot", folder + "/autopilot.json", "--patience", "60", "--json",
        ])
        let events = ran.output.split(separator: "\n").compactMap { TimelineEvent(line: String($0)) }
        let host = events.last { $0.name == "host" }?.attributes
        #expect(ran.status == 0 && host?["payload"]?["reference"] == "R-1", "\(programs.errors)\(ran.output)")
    }

    @Test("a workflow of Arazzo becomes a draft that passes lint, with a list of what it lacks")
    func arazzo() async throws {
        try write(BundleCommandTests.bank, "bank.yaml")
        try write(BundleCommandTests.schemas, "schemas.yaml")
        try write(
            """
            arazzo: 1.0.1
            info: {title: Pay, version: '1'}
            sourceDescriptions: [{name: bank, url: bank.yaml, type: openapi}]
            workflows: [{workflowId: pay, steps: [{stepId: a, operationId: pay, outputs: {r: $response.body#/reference}}]}]
            """, "pay.arazzo.yaml")
        let made = try await programs.run(["import-arazzo", path("pay.arazzo.yaml"), "-o", path("pay"), "--json"])
        #expect(made.status == 0, "\(programs.errors)")
        let told = try JSONReader.read(Array(made.output.utf8))
        #expect(told["steps"]?[0]?["operation"] == "pay" && told["omitted"]?.array?.count == 1)
        let (manifest, openAPI) = (path("pay") + "/manifest.json", path("pay") + "/openapi.json")
        let linted = try await programs.run(["lint", manifest, "--openapi", openAPI])
        #expect(linted.status == 0, "\(linted.output)")
    }

    @Test(
        "a hostile document ends within two seconds and 200 MB",
        arguments: ["deep", "deep.json", "many", "many.json", "maps", "long", "bomb"])
    func hostile(name: String) async throws {
        let head = "openapi: 3.0.3\ninfo: {title: a, version: '1'}\n"
        let text =
            switch name {
            case "deep": head + "x: " + String(repeating: "[", count: 2_000_000)
            case "deep.json": String(repeating: "{\"a\":", count: 2_000_000)
            case "many": head + "x:\n" + String(repeating: "- 1\n", count: 4_000_000)
            case "many.json": "[" + String(repeating: "1,", count: 7_000_000) + "1]"
            case "maps":
                head + "x:\n"
                    + String(repeating: "- {abcdefghijklmnopqrst: a, bcdefghijklmnopqrstu: b}\n", count: 250_000)
            case "long": head + "paths: {}\nx: " + String(repeating: "a", count: 15 << 20)
            default:
                head + "x0: &x0 [1]\n" + (1...60).map { "x\($0): &x\($0) [*x\($0 - 1), *x\($0 - 1)]\n" }.joined()
            }
        try write(text, "entry.\(name.hasSuffix("json") ? "json" : "yaml")")
        let entry = path("entry.\(name.hasSuffix("json") ? "json" : "yaml")")
        let used = try await programs.measure(["bundle", entry, "-o", path("out.json")])
        #expect(used.status == 2 && programs.errors.contains("OAPI_INVALID"), "\(programs.errors)")
        print("Hostile \(name): \(used.seconds) s, \(used.megabytes) MB")
        #expect(used.seconds < 2 && used.megabytes < 200)
    }
}
