import JourneyBase
import TestSupport
import Testing

@testable import JourneyLanguage

private let path = "openapi/uk-open-banking-payment-initiation.json"

/// The complete UK Open Banking payment initiation document, which was not written for this package.
@Suite(
    "A bank's published document",
    .enabled(if: Vectors.has(path), "\(Vectors.missing)"))
struct PublishedDocumentTests {
    /// Examples that violate the document's own schemas, each with the reason.
    static let wrongExamples: [String: String] = [:]

    private func resolver() throws -> OpenAPIResolver {
        // The document's only server is relative, so the bank is on the bundle's origin.
        try TestDocument.resolver(try Vectors.bytes(path))
    }

    @Test("every operation resolves, with its bodies, headers, answers and credentials")
    func operations() throws {
        let resolver = try resolver()
        var failures: [String] = []
        for id in resolver.operationIDs.sorted() {
            do {
                let operation = try resolver.operation(id, at: Reading(.string(id), path: id, code: .manifestInvalid))
                #expect(operation.base.description == "https://bank.example/open-banking/v4.0/pisp")
                #expect(operation.takesToken)
                #expect(!operation.answers.isSilent)
            } catch { failures.append(error.message) }
        }
        let total = resolver.operationIDs.count
        print("UK Open Banking payment initiation: \(total - failures.count)/\(total) operations resolved")
        #expect(total == 41)
        #expect(failures == [])
    }

    @Test("every schema in the document compiles")
    func schemas() throws {
        let document = try OpenAPIDocument(try Vectors.bytes(path))
        let schemas = OpenAPISchemas(document)
        var total = 0
        var failures: [String] = []
        for (_, schema) in PublishedDocumentTests.schemas(in: document.root) {
            total += 1
            do { _ = try schemas.check(at: schema, .any) } catch { failures.append(error.message) }
        }
        print("UK Open Banking payment initiation: \(total - failures.count)/\(total) schemas compiled")
        #expect(total > 150)
        #expect(failures == [])
    }

    @Test("every example is valid for its schema, except the listed ones")
    func examples() throws {
        let document = try OpenAPIDocument(try Vectors.bytes(path))
        let schemas = OpenAPISchemas(document)
        var total = 0
        var failures: [String: String] = [:]
        for (example, schema) in PublishedDocumentTests.examples(in: document.root) {
            total += 1
            let faults = try schemas.check(at: schema, .any).faults(in: example.value)
            if let fault = faults.first { failures[example.path] = fault.description }
        }
        print("UK Open Banking payment initiation: \(total - failures.count)/\(total) examples are as declared")
        for (place, reason) in failures.sorted(by: { $0.key < $1.key }) { print("  \(place): \(reason)") }
        #expect(total > 0)
        #expect(Set(failures.keys) == Set(PublishedDocumentTests.wrongExamples.keys))
    }

    @Test("a payment consent is built and validated")
    func consent() throws {
        let operation = try resolver().operation(
            "CreateDomesticPaymentConsents", at: Reading("x", path: "call", code: .manifestInvalid))
        #expect(operation.inputs["Data"]?.type == .object && operation.inputs["Data"]?.isRequired == true)
        #expect(operation.takesIdempotencyKey)
        let data: JSONValue = [
            "Initiation": [
                "InstructionIdentification": "ACME412", "EndToEndIdentification": "FRESCO.21302.GFX.20",
                "InstructedAmount": ["Amount": "165.88", "Currency": "GBP"],
                "CreditorAccount": [
                    "SchemeName": "UK.OBIE.SortCodeAccountNumber", "Identification": "08080021325698",
                    "Name": "ACME Inc",
                ],
            ]
        ]
        let headers: HTTPFields = ["x-jws-signature": "a..b"]
        let request = try operation.request(arguments: ["Data": data, "Risk": [:]], headers: headers)
        #expect(request.url.description == "https://bank.example/open-banking/v4.0/pisp/domestic-payment-consents")
        #expect(request.headers["Content-Type"] == "application/json")
        for (place, value) in [
            ("Initiation InstructedAmount Amount", "165,88"), ("Initiation InstructedAmount Currency", "gbp"),
            ("Initiation EndToEndIdentification", .string(String(repeating: "a", count: 36))), ("Initiation Extra", 1),
            ("Initiation CreditorAccount Name", nil),
        ] as [(String, JSONValue?)] {
            let bad = data.setting(place, to: value)
            #expect(throws: JourneyError.self) {
                try operation.request(arguments: ["Data": bad, "Risk": [:]], headers: headers)
            }
        }
        #expect(throws: JourneyError.self) { try operation.request(arguments: ["Data": data, "Risk": [:]]) }
    }

    /// Returns every schema of the document by location: under `schema`, in `components.schemas`, and nested.
    private static func schemas(in reading: Reading) -> [String: Reading] {
        var found: [String: Reading] = [:]
        walk(reading) { value, name in
            if name == "schema"
                || value.path.hasPrefix("#/components/schemas/") && value.path.split(separator: "/").count == 4
            {
                found[value.path] = value
            }
        }
        return found
    }

    /// Returns every `example`, beside or inside a schema, with that schema.
    private static func examples(in reading: Reading) -> [(example: Reading, schema: Reading)] {
        var found: [(example: Reading, schema: Reading)] = []
        walk(reading) { value, name in
            guard name != "properties", let example = value.member("example") else { return }
            found.append((example, value.member("schema") ?? value))
        }
        return found
    }

    private static func walk(_ reading: Reading, _ name: String = "", _ visit: (Reading, String) -> Void) {
        if reading.value.object != nil { visit(reading, name) }
        for (name, member) in (try? reading.members()) ?? [] where name != "example" { walk(member, name, visit) }
        for element in (try? reading.elements()) ?? [] { walk(element, "", visit) }
    }
}
