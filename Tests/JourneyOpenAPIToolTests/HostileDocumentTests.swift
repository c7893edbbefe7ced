import Foundation
import JourneyBase
import JourneyCLI
import TestSupport
import Testing

@testable import JourneyOpenAPITool

/// Documents that are made to exhaust a reader or to lead it elsewhere.
@Suite("Hostile OpenAPI documents")
struct HostileDocumentTests {
    private static let head = "openapi: 3.0.3\ninfo: {title: a, version: '1'}\n"

    private static func operation(_ schema: String) -> String {
        head
            + "paths: {/a: {post: {operationId: a, requestBody: {content: {application/json: {schema: \(schema)}}}, responses: {}}}}\n"
    }

    private static func bomb(_ levels: Int) -> String {
        let levels = (1...levels).map { "    s\($0): &s\($0) {a: *s\($0 - 1), b: *s\($0 - 1)}\n" }
        return operation("{}") + "components:\n  schemas:\n    s0: &s0 {type: string}\n" + levels.joined()
    }

    /// A chain of schemas that each refer twice to the next one.
    private static func chain(_ length: Int) -> String {
        let schemas = (0..<length).map {
            "    s\($0): {properties: {a: {$ref: '#/components/schemas/s\($0 + 1)'}, b: {$ref: '#/components/schemas/s\($0 + 1)'}}}\n"
        }
        return operation("{$ref: '#/components/schemas/s0'}") + "components:\n  schemas:\n" + schemas.joined()
            + "    s\(length): {}\n"
    }

    /// Callbacks whose path items refer to the path that they stand in.
    private static func callbacks(_ count: Int) -> String {
        let list = (0..<count).map { "c\($0): {'{$url}': {$ref: '#/paths/~1a'}}" }.joined(separator: ", ")
        return head + "paths: {/a: {post: {operationId: a, callbacks: {\(list)}, responses: {}}}}\n"
    }

    static let texts: [(name: String, text: String, sentence: String)] = [
        ("deep YAML", head + "x: " + String(repeating: "[", count: 200_000), "nested deeper than 64"),
        (
            "deep YAML blocks", head + "x:\n" + (1...2_000).map { String(repeating: " ", count: $0) + "a:\n" }.joined(),
            "nested deeper than 64"
        ),
        ("deep JSON", String(repeating: "{\"a\":", count: 200_000), "JSON_TOO_DEEP"),
        ("many values", head + "x:\n" + String(repeating: "- 1\n", count: 600_000), "more than 300000 values"),
        ("many JSON values", "[" + String(repeating: "1,", count: 600_000) + "1]", "JSON_TOO_MANY_VALUES"),
        ("huge", String(repeating: "#", count: 17 << 20), "larger than"),
        ("long scalar", operation("{title: \(String(repeating: "a", count: 8 << 20))}"), "more than journeys read"),
        ("an alias bomb", bomb(30), "Aliases are not supported"),
        ("a recursive alias", head + "x: &a [*a]", "Aliases are not supported"),
        ("a merge key", head + "x: {<<: {a: 1}}", "Merge keys are not supported"),
        ("a tag", head + "x: !!python/object/apply:os.system [id]", "Tags are not supported"),
        ("a path out of the folder", operation("{$ref: '../../etc/passwd'}"), "leaves the folder"),
        ("an escaped path out", operation("{$ref: '%2e%2e/%2e%2e/etc/passwd'}"), "leaves the folder"),
        ("a path out and in", operation("{$ref: 'a/../../x.yaml'}"), "leaves the folder"),
        ("an absolute path", operation("{$ref: '/etc/passwd'}"), "is an absolute path"),
        ("a file URL", operation("{$ref: 'file:///etc/passwd'}"), "is a URL"),
        ("a network address", operation("{$ref: 'https://bank.example/a.yaml'}"), "is a URL"),
        ("a network path", operation("{$ref: '//bank.example/a.yaml'}"), "is a URL"),
        ("a device", operation("{$ref: 'device'}"), "leaves the folder"),
        ("a link out", operation("{$ref: 'link.yaml'}"), "symbolic link that leaves the folder"),
        ("a linked folder", operation("{$ref: 'linked/a.yaml'}"), "symbolic link that leaves the folder"),
        ("a named pipe", operation("{$ref: 'pipe'}"), "is not a regular file"),
        ("a folder", operation("{$ref: 'folder'}"), "is not a regular file"),
        ("a NUL", operation("{$ref: 'a%00b'}"), "is not a valid reference"),
        ("a missing file", operation("{$ref: 'missing.yaml'}"), "could not be found"),
        (
            "a reference to itself",
            operation("{$ref: '#/components/schemas/A'}")
                + "components: {schemas: {A: {$ref: '#/components/schemas/A'}}}", "leads back to itself"
        ),
        (
            "a ring of references",
            operation("{$ref: '#/components/schemas/A'}")
                + "components: {schemas: {A: {$ref: '#/components/schemas/B'}, B: {$ref: '#/components/schemas/A'}}}",
            "leads back to itself"
        ),
        ("a path of itself", head + "paths: {/a: {$ref: '#/paths/~1a'}}", "leads back to itself"),
        ("no target", operation("{$ref: '#/components/schemas/None'}"), "has no target"),
        ("Swagger", "swagger: '2.0'\npaths: {}", "Swagger 2.0 is not supported"),
        ("a later version", "openapi: 4.0.0\npaths: {}", "3.0, 3.1 and 3.2 are"),
        ("a number as version", "openapi: 3.1\npaths: {}", "a version in text"),
        ("nothing", "", "no document"),
        ("bytes", "\u{1}\u{2}", "YAML syntax"),
    ]

    @Test("a hostile document is refused quickly with a sentence", arguments: texts.indices)
    func refused(index: Int) throws {
        let (name, text, sentence) = HostileDocumentTests.texts[index]
        let folder = try BundleFolder(["entry.yaml": text, "folder/a.yaml": "a: 1"])
        let outside = try BundleFolder(["a.yaml": "type: string"])
        for (link, target) in [
            ("device", "/dev/zero"), ("link.yaml", outside.path("a.yaml")), ("linked", outside.folder.path),
        ] {
            try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: target)
        }
        mkfifo(folder.path("pipe"), 0o600)
        let error = #expect(throws: BundleError.self) { try bundle(folder) }
        #expect(error?.message.contains(sentence) == true, "\(name): \(error?.message.prefix(400) ?? "")")
        #expect(error?.message.hasSuffix(".") == true && error?.message.contains("\n") == false)
    }

    /// Bundles the entry document in at most two seconds of this thread.
    private func bundle(_ folder: BundleFolder) throws {
        let start = seconds()
        defer { #expect(seconds() - start < 2) }
        _ = try folder.bundle("entry.yaml", "a")
    }

    private func seconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test(
        "a document that repeats itself endlessly gives a small bundle",
        arguments: [("a chain", chain(5_000)), ("callbacks", callbacks(300))])
    func cyclic(name: String, text: String) throws {
        try bundle(try BundleFolder(["entry.yaml": text]))
    }

    @Test("a document may link to a file inside the folder")
    func linkInside() async throws {
        let folder = try BundleFolder([
            "entry.yaml": HostileDocumentTests.operation("{allOf: [{$ref: 'link.yaml'}, {$ref: 'a.yaml'}]}"),
            "a.yaml": "type: object",
        ])
        try FileManager.default.createSymbolicLink(atPath: folder.path("link.yaml"), withDestinationPath: "a.yaml")
        let result = await folder.run(":entry.yaml")
        #expect(result.json?["components"]?["schemas"]?.object?.count == 1, "\(result.talk)")
    }

    @Test("a document with endless files is refused at the limit")
    func manyFiles() async throws {
        var files = ["entry.yaml": HostileDocumentTests.operation("{$ref: 'a0.yaml'}")]
        for number in 0..<1_010 { files["a\(number).yaml"] = "properties: {a: {$ref: 'a\(number + 1).yaml'}}" }
        let result = await (try BundleFolder(files)).run(":entry.yaml")
        #expect(result.status == .badInput && result.talk.contains("one file too many"), "\(result.talk)")
    }
}
