import Foundation
import JourneyBase
import JourneyHarness
import Testing

@Suite("journey new", .serialized)
struct NewCommandTests {
    private let programs: Programs
    private var folder: String { programs.folder + "/order" }

    init() throws { programs = try Programs() }

    private func run(_ words: String...) async throws -> (status: Int32, output: String) {
        let (status, output) = try await programs.run(words)
        return (status, output + programs.errors)
    }

    @Test("a new journey passes lint, is explained, signed and verified, and runs to completion")
    func whole() async throws {
        let made = try await programs.run(["new", "order", "--output", folder, "--json"])
        #expect(made.status == 0, "\(programs.errors)")
        let told = try JSONReader.read(Array(made.output.utf8))
        #expect(told["findings"] == [] && told["steps"]?.array?.count == 2)
        let (manifest, openAPI) = (folder + "/manifest.json", folder + "/openapi.json")
        let linted = try await programs.run(["lint", manifest, "--openapi", openAPI, "--json"])
        #expect(linted.status == 0 && linted.output.contains("\"findings\":[]"))
        let explained = try await programs.run(["explain", manifest, "--script", folder + "/events.json", "--json"])
        #expect(explained.status == 0 && explained.output.contains("ORD-1001"))
        #expect(try await run("sign", manifest, "--openapi", openAPI, "--output", folder + "/signed.json").status == 0)
        #expect(try await run("verify", folder + "/signed.json", "--openapi", openAPI).status == 0)
        let ran = try await programs.run([
            "run", manifest, "--autopilot", folder + "/autopilot.json", "--shots", folder + "/shots", "--patience",
            "60",
            "--json",
        ])
        let events = ran.output.split(separator: "\n").compactMap { TimelineEvent(line: String($0)) }
        let host = events.last { $0.name == "host" }?.attributes
        #expect(ran.status == 0 && host?["outcome"] == "completed", "\(programs.errors)\(ran.output)")
        #expect(host?["payload"]?["reference"] == "ORD-1001")
        #expect(
            events.filter { $0.name == "step_enter" }.compactMap { $0.attributes["step"]?.string }
                == ["getOffer", "createOrder", "completed"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/shots").count >= 2)
    }

    @Test(
        "a taken folder, an invalid name and an invalid document are refused, and nothing is written")
    func refused() async throws {
        #expect(try await run("new", "a b").status == 2)
        #expect(try await run("new", "order", "--output", folder, "--operations", "pay").status == 2)
        #expect(try await run("new", "order", "--output", folder, "--gateway", "http://bank.example").status == 2)
        #expect(!FileManager.default.fileExists(atPath: folder))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: folder + "/mine.txt"))
        #expect(try await run("new", "order", "--output", folder).status == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["mine.txt"])
    }

    /// A document whose only operation requires an IBAN, with a pattern and without an example.
    private func drafted() async throws -> (status: Int32, output: String) {
        let document = #"""
            {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "servers": [{"url": "https://api.bank.example"}],
             "paths": {"/payments": {"post": {"operationId": "pay",
             "parameters": [{"name": "X-Idempotency-Key", "in": "header", "required": true, "schema": {"type": "string"}}],
             "requestBody": {"required": true, "content": {"application/json":
             {"schema": {"type": "object", "required": ["iban", "name"], "properties": {"name": {"type": "string"},
             "iban": {"type": "string", "title": "IBAN", "pattern": "^[A-Z]{2}[0-9]{20}$", "maxLength": 10}}}}}},
             "responses": {"201": {"description": "Good", "content": {"application/json": {"schema":
             {"type": "object", "required": ["reference"], "properties": {"reference": {"type": "string"}}}}}}}}}}}
            """#
        let path = programs.folder + "/bank.json"
        try Data(document.utf8).write(to: URL(fileURLWithPath: path))
        return try await run("new", "pay", "--openapi", path, "--output", folder)
    }

    @Test("a press without effect ends the run within five seconds with field, message and picture")
    func stopped() async throws {
        let made = try await drafted()
        #expect(made.status == 0)
        #expect(made.output.contains("pay: no value for the required field iban (IBAN)"), "\(made.output)")
        let ran = try await programs.run([
            "run", folder + "/manifest.json", "--autopilot", folder + "/autopilot.json", "--json",
        ])
        let events = ran.output.split(separator: "\n").compactMap { TimelineEvent(line: String($0)) }
        #expect(ran.status != 0 && !events.contains { $0.name == "host" })
        let said = programs.errors + ran.output
        #expect(said.contains("The field “IBAN” (iban) says: “Please fill this in.”"), "\(said)")
        // The time from the press to the end of the run.
        let press = try #require(events.last { $0.name == "act" })
        let end = try #require(events.last { $0.name == "result" })
        #expect(press.text("text") == "presses #continue" && end.at - press.at < 5_000, "\(end.at - press.at) ms")
        let picture = try #require(said.firstMatch(of: /Picture: ([^" \[]+\.png)/)).1
        let bytes = try Data(contentsOf: URL(fileURLWithPath: String(picture)))
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }

    @Test("a script that answers an unsendable call is refused with its location and no outcome")
    func explained() async throws {
        #expect(try await drafted().status == 0)
        let told = try await programs.run([
            "explain", folder + "/manifest.json", "--script", folder + "/events.json",
        ])
        #expect(told.status == 3, "\(told.output)")
        let cause = "steps.pay.bindings[0].in.iban has no value: 'payload.iban' does not exist"
        #expect(told.output.contains("events[1] answers pay, which was never sent: \(cause)"), "\(told.output)")
        #expect(!told.output.contains("outcome  completed"))
    }

    @Test(
        "a missing manifest suggests the shipped journey of a similar name and the help",
        arguments: ["explain", "run"])
    func missingManifest(command: String) async throws {
        let (status, said) = try await run(command, "money-transfr")
        #expect(
            status == 2 && said.contains("‘money-transfr’. Did you mean ‘money-transfer’? [MANIFEST_MISSING]"),
            "\(said)")
        #expect(said.contains("Try: journey \(command) --help"), "\(said)")
    }

    @Test("a file that lint does not find is reported with a pointer to the help")
    func missingFile() async throws {
        let (status, said) = try await run("lint", folder + "/manifest.json")
        #expect(status == 2 && said.contains("[FILE_MISSING]\nTry: journey lint --help"), "\(said)")
    }

    @Test("an operation whose journey would fail lint is reported, and nothing is written")
    func sensitive() async throws {
        let document = """
            {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "servers": [{"url": "https://api.bank.example"}],
             "paths": {"/a": {"post": {"operationId": "ask", "requestBody": {"required": true, "content": {"application/json":
             {"schema": {"type": "object", "required": ["pin"], "properties": {"pin": {"type": "string"}}}}}},
             "responses": {"200": {"description": "Good"}}}}}}
            """
        let path = programs.folder + "/bank.json"
        try Data(document.utf8).write(to: URL(fileURLWithPath: path))
        let (status, said) = try await run("new", "ask", "--openapi", path, "--output", folder)
        #expect(status == 3 && said.contains("SENSITIVE_FIELD"), "\(said)")
        #expect(!FileManager.default.fileExists(atPath: folder))
    }
}
