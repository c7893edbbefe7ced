import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Lint on values")
struct LintValueTests {
    /// Returns a bundle with an operation that takes a file of `schema` as `file`, and one that returns an object with that name.
    private static func openAPI(
        _ schema: JSONValue = ["type": "string", "format": "binary"], type: String = "multipart/form-data"
    ) -> JSONValue {
        let body: JSONValue = [
            "required": true,
            "content": .object([
                type: [
                    "schema": type == "multipart/form-data"
                        ? ["type": "object", "required": ["file"], "properties": ["file": schema]] : schema
                ]
            ]),
        ]
        let scan: JSONValue = [
            "type": "object",
            "properties": [
                "file": ["type": "object"], "files": ["type": "array"], "content": ["type": "string"],
            ],
        ]
        return TestManifest.openAPI
            .adding(
                "paths /files", ["post": ["operationId": "upload", "requestBody": body]]
            ).adding(
                "paths /scans",
                [
                    "get": [
                        "operationId": "scan",
                        "responses": ["200": ["content": ["application/json": ["schema": scan]]]],
                    ]
                ])
    }

    private static func files(
        _ openAPI: JSONValue, _ changes: [LintEdit.Change]
    ) -> (manifest: [UInt8], openAPI: [UInt8]) {
        let pinned = TestManifest.manifest.setting("oapiSha256", to: .string(TestManifest.hash(of: openAPI)))
        return (changes.reduce(pinned) { $0.setting($1.path, to: $1.value) }.compactBytes, openAPI.compactBytes)
    }

    /// The rules that these tests cover; findings about keys and timeouts are tested elsewhere.
    private static let rules: Set<LintRule> = [
        .argumentType, .invalidArgument, .textOrder, .unprovidedResult, .unknownPlugin, .unknownMethod,
        .unreachableStep, .invalidGuard, .unknownOutput, .outputType,
    ]

    private static func findings(_ openAPI: JSONValue, _ changes: [LintEdit.Change]) -> [Finding] {
        let files = Self.files(openAPI, changes)
        return Lint.check(files.manifest, openAPI: files.openAPI).filter { rules.contains($0.rule) }
    }

    /// Changes the native step to one of `plugin`, whose success uploads the value at `path` as the argument `name`.
    private static func capturing(_ plugin: JSONValue, _ name: String, _ path: JSONValue) -> [LintEdit.Change] {
        [
            ("steps confirm plugin", plugin), ("steps confirm params", ["kinds": ["passport"]]),
            (
                "steps confirm bindings",
                [
                    [
                        "onEvent": "success", "call": ["operationId": "upload"], "in": .object([name: path]),
                        "onSuccessEmit": "uploaded", "onErrorEmit": "notUploaded",
                    ]
                ]
            ), ("steps confirm on uploaded", ["to": "pay"]), ("steps confirm on notUploaded", ["to": "failed"]),
        ]
    }

    @Test("text from document capture is not a file, and lint reports the argument's location")
    func capturedText() {
        let place = "steps.confirm.bindings[0].in.file"
        let found = Self.findings(Self.openAPI(), Self.capturing("document_capture", "file", "event.content"))
        #expect(found.map(\.rule) == [.argumentType])
        #expect(found.map(\.path) == [place] && found.map(\.severity) == [.error])
        #expect(found.first?.message.contains("has the type string, but the argument is a file") == true)
        // A misspelt plugin is resolved to the closest name.
        let both = Self.findings(Self.openAPI(), Self.capturing("document_captur", "file", "payload.content"))
        #expect(Set(both.map(\.rule)) == [.unknownPlugin, .argumentType] && both.count == 2)
        #expect(both.first { $0.rule == .unknownPlugin }?.message.contains("did you mean 'document_capture'?") == true)
        // The results of a host's own plugin are unknown.
        let files = Self.files(Self.openAPI(), Self.capturing("own_scanner", "file", "event.content"))
        #expect(
            Lint.check(files.manifest, openAPI: files.openAPI, knownPlugins: ["own_scanner"]).allSatisfy {
                !Self.rules.contains($0.rule)
            })
    }

    static let arguments: [(schema: JSONValue, type: String, name: String, path: JSONValue, rule: LintRule?)] = [
        (
            ["type": "string", "format": "binary"], "multipart/form-data", "file", "steps.form.content",
            .invalidArgument
        ),
        (["type": "string", "format": "binary"], "multipart/form-data", "file", "steps.form.file", nil),
        (["type": "string", "format": "binary"], "multipart/form-data", "file", "steps.form.files", .invalidArgument),
        (
            ["type": "array", "items": ["type": "string", "format": "binary"]], "multipart/form-data", "file",
            "steps.form.files", nil
        ),
        (["type": "string"], "multipart/form-data", "file", "steps.form.content", nil),
        (["type": "string"], "multipart/form-data", "file", "steps.form.file", .invalidArgument),
        (["contentMediaType": "image/png"], "multipart/form-data", "file", "steps.form.content", .invalidArgument),
        ([:], "application/octet-stream", "body", "steps.form.content", .invalidArgument),
        ([:], "application/octet-stream", "body", "steps.form.file", nil),
    ]

    @Test(
        "a file argument needs a declared object, and declared text does not load",
        arguments: arguments.indices)
    func declaredFile(index: Int) async throws {
        let example = Self.arguments[index]
        let openAPI = Self.openAPI(example.schema, type: example.type)
        let changes =
            Self.capturing("biometric_auth", example.name, example.path) + [
                ("steps confirm params", ["reason": "Approve"]),
                (
                    "steps form bindings 0",
                    [
                        "onEvent": "price", "call": ["operationId": "scan"],
                        "out": [
                            "content": "string", "file": "object", "files": "array",
                        ], "onSuccessEmit": "priced", "onErrorEmit": "notPriced",
                    ]
                ), ("steps pay bindings 0 in", ["amount": "payload.amount", "to": "session.locale"]),
            ]
        let errors = Self.findings(openAPI, changes).filter { $0.severity == .error }
        #expect(errors.map(\.rule) == [example.rule].compactMap { $0 }, "\(errors)")
        let manifest = try JSONReader.read(Self.files(openAPI, changes).manifest)
        #expect((try await TestManifest.refusal(manifest, openAPI: openAPI) == nil) == (example.rule == nil))
    }

    static let answers: [(schema: JSONValue, severity: Finding.Severity?)] = [
        (["type": "string", "pattern": #"^\d{1,13}$|^\d{1,13}\.\d{1,5}$"#], .error),
        (["type": "string", "example": "12.50"], .error), (["type": "string", "format": "decimal"], .error),
        (["type": "string", "enum": ["1", "10"]], .error), (["type": "string"], .warning),
        (["type": "string", "pattern": "^[a-z]+$"], .warning), (["type": "string", "example": "HELD"], .warning),
        (["type": "string", "format": "date"], nil), (["type": "string", "format": "date-time"], nil),
        (["type": "integer"], nil), (["type": "number"], nil),
    ]

    @Test(
        "amounts as text do not compare by size, declared or in the payload",
        arguments: answers.indices)
    func decimals(index: Int) throws {
        let (schema, severity) = Self.answers[index]
        let type = schema["type"] ?? "string"
        let openAPI = TestManifest.openAPI.adding("components schemas Receipt properties status", schema)
            .adding("components schemas Receipt properties limit", schema)
        for sides in [
            "result.status > result.limit", "payload.limit <= payload.status", "steps.pay.limit < result.status",
        ] {
            let found = Self.findings(
                openAPI,
                [
                    ("steps pay bindings 0 out status", type), ("steps pay bindings 0 out limit", type),
                    ("steps pay on paid 0 guardExpr", .string(sides)),
                ])
            #expect(found.map(\.rule) == (severity == nil ? [] : [.textOrder]), "\(sides): \(found)")
            #expect(found.first?.severity == severity)
        }
    }

    @Test(
        "literal digits count as a number beside an amount, and as fixed-width text beside other texts",
        arguments: [
            (["type": "string", "format": "decimal"], "\"9\"", .error),
            (["type": "string", "example": "12.50"], "\"20260131\"", .error),
            (["type": "string"], "\"20260131\"", .warning), (["type": "string"], "\"9.00\"", .error),
            (["type": "string"], "\"-9\"", .error), (["type": "string", "format": "date"], "\"2026\"", nil),
            (["type": "string"], "\"2026-01-31\"", nil),
        ] as [(JSONValue, String, Finding.Severity?)])
    func digits(schema: JSONValue, literal: String, severity: Finding.Severity?) {
        let found = Self.findings(
            TestManifest.openAPI.adding("components schemas Receipt properties status", schema),
            [
                ("steps pay bindings 0 out status", "string"),
                ("steps pay on paid 0 guardExpr", .string("result.status >= \(literal)")),
            ])
        #expect(found.map(\.rule) == (severity == nil ? [] : [.textOrder]) && found.first?.severity == severity)
    }

    @Test("a step reached only by the error policy is reachable, and the error's data may be its result")
    func policy() {
        let found = Self.findings(
            TestManifest.openAPI,
            [
                ("errorPolicy", [["on": ["COMPLIANCE_HOLD"], "to": "waiting"]]),
                ("steps waiting", ["type": "terminal", "outcome": "pending", "result": ["reference": "string"]]),
            ])
        #expect(found == [])
    }

    @Test("a result is checked on the paths to its own terminal only")
    func way() {
        let found = Self.findings(
            TestManifest.openAPI,
            [
                ("steps form on timeout", ["to": "gone"]),
                (
                    "steps gone",
                    ["type": "terminal", "outcome": "failed", "result": ["reference": "string", "to": "string"]]
                ),
            ])
        #expect(found.map(\.path) == ["steps.gone.result.reference"])
        // The payloads of pages are unknown.
        let page = Self.findings(
            TestManifest.openAPI,
            [
                ("steps form on leave", ["to": "gone"]),
                ("steps gone", ["type": "terminal", "outcome": "failed", "result": ["reference": "string"]]),
            ])
        #expect(page == [])
    }

    @Test("lint says nothing about answers without the bundle")
    func noBundle() {
        let manifest = TestManifest.manifest.setting("steps pay bindings 0 out reference", to: nil)
        #expect(Lint.check(manifest.compactBytes, openAPI: nil).allSatisfy { !Self.rules.contains($0.rule) })
    }

    @Test("the methods and the plugins of this package's products are known")
    func known() {
        for method in ["approveTransaction", "captureDocument", "showCardDetails"] {
            #expect(
                Self.findings(TestManifest.openAPI, [("steps form bridgeAllow", [.string(method)])]) == [], "\(method)")
        }
        #expect(Lint.knownPlugins.count == 8)
    }
}
