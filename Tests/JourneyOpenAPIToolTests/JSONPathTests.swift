import JourneyBase
import Testing

@testable import JourneyOpenAPITool

@Suite("JSONPath queries")
struct JSONPathTests {
    private static let document: JSONValue = [
        "a": ["b": [1, 2, ["c": "x", "d": nil]], "e f": ["c": "yy"]],
        "list": [["k": 1, "t": "abc"], ["k": 2, "t": "abd", "z": true], ["k": "2"], []], "é": [0, 1, 2, 3, 4],
    ]

    private func paths(_ query: String) throws -> [String] {
        try JSONPath(query).paths(in: JSONPathTests.document).map { path in
            path.map { step in
                switch step {
                case .name(let name): name
                case .index(let index): "\(index)"
                }
            }.joined(separator: "/")
        }
    }

    // The results are those of jsonpath-rfc9535.
    @Test(
        "a query selects what RFC 9535 defines",
        arguments: [
            ("$", [""]), ("$.a['e f'].c", ["a/e f/c"]), ("$..c", ["a/b/2/c", "a/e f/c"]), ("$.é[-2:]", ["é/3", "é/4"]),
            ("$.é[3:0:-2]", ["é/3", "é/1"]), ("$.é[0,-1]", ["é/0", "é/4"]), ("$.list[?@.k==2]", ["list/1"]),
            ("$.list[?@.k]", ["list/0", "list/1", "list/2"]), ("$.list[?!@.z && @.t]", ["list/0"]),
            ("$.list[?@.t<'abd'||@.k=='2']", ["list/0", "list/2"]), ("$.a.b[?@.d==null]", ["a/b/2"]),
            ("$.list[?@.d==null]", []), ("$.list[?length(@)==0]", ["list/3"]), ("$.list[?count(@.*)==3]", ["list/1"]),
            ("$.list[?match(@.t, 'ab.')]", ["list/0", "list/1"]), ("$.list[?search(@.t,\"c\")]", ["list/0"]),
            ("$.list[?(@.k >= 2) && $.a]", ["list/1"]), ("$.list[?value(@.k) != 1]", ["list/1", "list/2", "list/3"]),
            ("$.a.*.c", ["a/e f/c"]), ("$.none", []), ("$.é[9]", []),
            ("$.list[?@.d==@.e]", ["list/0", "list/1", "list/2", "list/3"]),
        ])
    func selects(query: String, wanted: [String]) throws { #expect(try paths(query) == wanted) }

    @Test(
        "an invalid query is refused",
        arguments: [
            "a", "$.", "$..", "$[", "$[0", "$[\"a]", "$[?]", "$[?@.a==]", "$[?1]", "$ .a ", "$.a[?length(@.b)]", "$.-a",
            "$[\"\\q\"]", "$[?@.a===1]", "$[?(@.a]", "$[01]", "$[-0]", "$[?" + String(repeating: "(", count: 100),
        ])
    func refused(query: String) { #expect(throws: ReferenceFault.self) { try JSONPath(query) } }
}
