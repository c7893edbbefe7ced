import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyLanguage

/// Changes to the good manifest and document, with the start and a part of the expected message.
struct Mismatch: Sendable, CustomTestStringConvertible {
    let name: String
    var manifest: [(String, JSONValue?)] = []
    var document: [(String, JSONValue?)] = []
    let place: String
    let sentence: String
    var code = ErrorCode.manifestInvalid
    var testDescription: String { name }
}

@Suite("Manifest and OpenAPI consistency at load")
struct ConsistencyTests {
    static let pay = "steps pay bindings 0"
    static let call = "steps.pay.bindings[0].call"
    static let post = "paths /transfers post"
    static let receipt = "components schemas Receipt"

    static let mismatches: [Mismatch] = [
        Mismatch(
            name: "an operation that is not there", manifest: [("\(pay) call operationId", "createTransfr")],
            place: "\(call).operationId refers to an operation that", sentence: "did you mean 'createTransfer'?",
            code: .operationUnknown),
        Mismatch(
            name: "an operation that cannot be called",
            document: [("\(post) requestBody content", ["application/xml": [:]])],
            place:
                "\(call).operationId refers to 'createTransfer', which cannot be called: #/paths/~1transfers/post/requestBody",
            sentence: "none of the supported media types", code: .oapiInvalid),
        Mismatch(
            name: "credentials that a journey has not",
            document: [
                ("\(post) security", [["k": []]]), ("components securitySchemes", ["k": ["type": "mutualTLS"]]),
            ], place: "\(call).operationId refers to 'createTransfer'", sentence: "client certificate",
            code: .oapiSecurity),
        Mismatch(
            name: "an argument that is none", manifest: [("\(pay) in amont", "steps.form.amount")],
            place: "steps.pay.bindings[0].in.amont is not an argument of createTransfer",
            sentence: "did you mean 'amount'?"
        ),
        Mismatch(
            name: "an argument of several places",
            document: [("\(post) parameters 1", ["name": "amount", "in": "query", "schema": ["type": "number"]])],
            place: "steps.pay.bindings[0].in.amount is not an argument of createTransfer",
            sentence: "several places have it: 'body.amount', 'query.amount'"),
        Mismatch(
            name: "an argument of another type",
            document: [("components schemas Transfer properties amount type", "string")],
            place: "steps.pay.bindings[0].in.amount", sentence: "has the type number, but the argument is string"),
        Mismatch(
            name: "an argument that is missing", manifest: [("\(pay) in to", nil)],
            place: "steps.pay.bindings[0].in lacks 'to'",
            sentence: "createTransfer requires"),
        Mismatch(
            name: "a header that nobody sets",
            document: [
                ("\(post) parameters 1", ["name": "X-Tenant", "in": "header", "required": true, "schema": [:]])
            ],
            place: "steps.pay.bindings[0].in lacks 'X-Tenant'", sentence: "createTransfer requires"),
        Mismatch(
            name: "a header that is set twice",
            manifest: [("\(pay) in X-Tenant", "session.locale"), ("\(pay) call headers", ["x-tenant": "a"])],
            document: [("\(post) parameters 1", ["name": "X-Tenant", "in": "header", "schema": [:]])],
            place: "steps.pay.bindings[0].in.X-Tenant", sentence: "already sets"),
        Mismatch(
            name: "an output that is not there",
            manifest: [
                ("\(pay) out", ["refrence": "string"]), ("steps pay on paid", ["to": "done"]),
            ],
            place: "steps.pay.bindings[0].out.refrence is not a member", sentence: "createTransfer's responses"),
        Mismatch(
            name: "an output of another type", document: [("\(receipt) properties status type", "integer")],
            place: "steps.pay.bindings[0].out.status has the type string", sentence: "createTransfer returns integer"),
        Mismatch(
            name: "an output of an answer without a body",
            document: [("\(post) responses", ["204": ["description": ""]])],
            place: "steps.pay.bindings[0].out.reference is not a member", sentence: "createTransfer's responses"),
        Mismatch(
            name: "a content type that is not declared",
            manifest: [("\(pay) call headers", ["Content-Type": "multipart/form-data"])],
            place: "\(call).operationId refers to 'createTransfer'", sentence: "'multipart/form-data'",
            code: .oapiInvalid),
        Mismatch(
            name: "an Accept of one's own", manifest: [("\(pay) call headers", ["Accept": "text/html"])],
            place: "\(call).headers sets Accept", sentence: "follows from the operation's answers"),
        Mismatch(
            name: "a retry of what may not be repeated", document: [("\(post) parameters 0 name", "X-Other")],
            place: "steps.pay.bindings[0]", sentence: "createTransfer"),
    ]

    private func refusal(_ mismatch: Mismatch) async throws -> JourneyError? {
        var document = TestManifest.openAPI
        for (path, value) in mismatch.document { document = document.adding(path, value) }
        var manifest = TestManifest.manifest
        for (path, value) in mismatch.manifest { manifest = manifest.setting(path, to: value) }
        manifest = manifest.setting("oapiSha256", to: .string(Hex.encode(SHA256.hash(document.compactBytes))))
        return try await TestManifest.refusal(manifest, openAPI: document)
    }

    @Test("a mismatch is refused with step, binding and operation", arguments: mismatches)
    func mismatch(_ mismatch: Mismatch) async throws {
        let error = try #require(try await refusal(mismatch))
        #expect(error.code == mismatch.code)
        #expect(error.message.hasPrefix(mismatch.place), "\(error.message)")
        #expect(error.message.contains(mismatch.sentence), "\(error.message)")
    }

    @Test("near misses of the mismatches load")
    func fits() async throws {
        let header: JSONValue = ["name": "X-Tenant", "in": "header", "required": true, "schema": ["type": "string"]]
        let good: [Mismatch] = [
            Mismatch(name: "as it is", place: "", sentence: ""),
            Mismatch(
                name: "a header from the call", manifest: [("\(ConsistencyTests.pay) call headers", ["x-tenant": "a"])],
                document: [("\(ConsistencyTests.post) parameters 1", header)], place: "", sentence: ""),
            Mismatch(
                name: "a header that is declared",
                manifest: [("\(ConsistencyTests.pay) in X-Tenant", "session.locale")],
                document: [("\(ConsistencyTests.post) parameters 1", header)], place: "", sentence: ""),
            Mismatch(
                name: "the content type that there is",
                manifest: [("\(ConsistencyTests.pay) call headers", ["content-type": "application/json"])], place: "",
                sentence: ""),
            Mismatch(
                name: "an answer that says nothing", document: [("\(ConsistencyTests.post) responses", nil)], place: "",
                sentence: ""),
            Mismatch(
                name: "an answer that is open", document: [(ConsistencyTests.receipt, ["type": "object"])], place: "",
                sentence: ""),
        ]
        for mismatch in good { #expect(try await refusal(mismatch)?.message == nil, "\(mismatch.name)") }
    }

    @Test("a page's values under its own names never become a header")
    func pageData() async throws {
        let header: JSONValue = ["name": "X-Tenant", "in": "header", "schema": ["type": "string"]]
        let document = TestManifest.openAPI.adding("paths /transfers post parameters 1", header)
        let journey = try await TestManifest.journey(TestManifest.manifest11, openAPI: document)
        func calls(_ values: JSONValue) -> Int {
            var machine = StateMachine(journey: journey, fingerprintKey: Fixture.key)
            _ = machine.handle(.start)
            _ = machine.handle(.pageOpened(visit: 1))
            let effects = machine.handle(.page(name: "submit", payload: ["form": ["values": values]]))
            return effects.count { if case .call = $0 { true } else { false } }
        }
        #expect(calls(["amount": 1, "to": "a"]) == 1)
        #expect(calls(["amount": 1, "to": "a", "X-Tenant": "evil"]) == 0)
    }
}

extension JSONValue {
    /// Sets a value like `setting`; an index equal to the array's count appends.
    func adding(_ path: String, _ value: JSONValue?) -> JSONValue {
        let parts = path.split(separator: " ").map(String.init)
        var list: JSONValue? = self
        for part in parts.dropLast() { list = Int(part).flatMap { list?[$0] } ?? list?[part] }
        guard let value, let elements = list?.array, parts.last == "\(elements.count)" else {
            return setting(path, to: value)
        }
        return setting(parts.dropLast().joined(separator: " "), to: .array(elements + [value]))
    }
}
