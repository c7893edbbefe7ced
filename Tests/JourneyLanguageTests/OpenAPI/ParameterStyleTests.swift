import JourneyBase
import Testing

@testable import JourneyLanguage

/// A value in a style, with the expected text; `nil` if it is refused.
struct StyleCase: Sendable, CustomTestStringConvertible {
    let style: ParameterStyle
    let explode: Bool
    let value: JSONValue
    let text: String?
    init(_ style: ParameterStyle, _ explode: Bool, _ value: JSONValue, _ text: String?) {
        (self.style, self.explode, self.value, self.text) = (style, explode, value, text)
    }
    var testDescription: String { "\(style.rawValue)\(explode ? "*" : "") \(value.compactText)" }
}

@Suite("Parameter styles")
struct ParameterStyleTests {
    static let blue: JSONValue = "blue"
    static let list: JSONValue = ["blue", "black", "brown"]
    /// The specification's object. JSON members are unordered, so they are written sorted by name.
    static let object: JSONValue = ["R": 100, "G": 200, "B": 150]

    /// All cells of the style examples in OpenAPI 3.1.1, section 4.8.12.4, that are not "n/a".
    static let specification: [StyleCase] = [
        StyleCase(.matrix, false, "", ";color"), StyleCase(.matrix, false, blue, ";color=blue"),
        StyleCase(.matrix, false, list, ";color=blue,black,brown"),
        StyleCase(.matrix, false, object, ";color=B,150,G,200,R,100"),
        StyleCase(.matrix, true, "", ";color"), StyleCase(.matrix, true, blue, ";color=blue"),
        StyleCase(.matrix, true, list, ";color=blue;color=black;color=brown"),
        StyleCase(.matrix, true, object, ";B=150;G=200;R=100"),
        StyleCase(.label, false, "", "."), StyleCase(.label, false, blue, ".blue"),
        StyleCase(.label, false, list, ".blue,black,brown"),
        StyleCase(.label, false, object, ".B,150,G,200,R,100"),
        StyleCase(.label, true, "", "."), StyleCase(.label, true, blue, ".blue"),
        StyleCase(.label, true, list, ".blue.black.brown"), StyleCase(.label, true, object, ".B=150.G=200.R=100"),
        StyleCase(.simple, false, "", ""), StyleCase(.simple, false, blue, "blue"),
        StyleCase(.simple, false, list, "blue,black,brown"), StyleCase(.simple, false, object, "B,150,G,200,R,100"),
        StyleCase(.simple, true, "", ""), StyleCase(.simple, true, blue, "blue"),
        StyleCase(.simple, true, list, "blue,black,brown"), StyleCase(.simple, true, object, "B=150,G=200,R=100"),
        StyleCase(.form, false, "", "color="), StyleCase(.form, false, blue, "color=blue"),
        StyleCase(.form, false, list, "color=blue,black,brown"),
        StyleCase(.form, false, object, "color=B,150,G,200,R,100"),
        StyleCase(.form, true, "", "color="), StyleCase(.form, true, blue, "color=blue"),
        StyleCase(.form, true, list, "color=blue&color=black&color=brown"),
        StyleCase(.form, true, object, "B=150&G=200&R=100"),
        StyleCase(.spaceDelimited, false, list, "color=blue%20black%20brown"),
        StyleCase(.spaceDelimited, false, object, "color=B%20150%20G%20200%20R%20100"),
        StyleCase(.pipeDelimited, false, list, "color=blue%7Cblack%7Cbrown"),
        StyleCase(.pipeDelimited, false, object, "color=B%7C150%7CG%7C200%7CR%7C100"),
        StyleCase(.deepObject, true, object, "color%5BB%5D=150&color%5BG%5D=200&color%5BR%5D=100"),
    ]

    /// The cells with "n/a", and nested values.
    static let undefined: [StyleCase] = [
        StyleCase(.spaceDelimited, false, blue, nil), StyleCase(.pipeDelimited, true, blue, nil),
        StyleCase(.spaceDelimited, true, object, nil), StyleCase(.pipeDelimited, true, object, nil),
        StyleCase(.deepObject, true, blue, nil), StyleCase(.deepObject, true, list, nil),
        StyleCase(.deepObject, true, ["a": ["b": 1]], nil), StyleCase(.simple, false, [["a"]], nil),
        StyleCase(.form, true, ["a": [1]], nil), StyleCase(.matrix, false, nil, nil),
        StyleCase(.form, false, [nil], nil),
    ]

    /// The examples of RFC 6570, sections 3.2.2 to 3.2.8, with its variables: `hello`, `half`, `path`, `list`.
    static let templates: [StyleCase] = [
        StyleCase(.simple, false, "Hello World!", "Hello%20World%21"), StyleCase(.simple, false, "50%", "50%25"),
        StyleCase(.simple, false, ["red", "green", "blue"], "red,green,blue"),
        StyleCase(.simple, true, ["comma": ",", "dot": ".", "semi": ";"], "comma=%2C,dot=.,semi=%3B"),
        StyleCase(.simple, false, ["comma": ",", "dot": ".", "semi": ";"], "comma,%2C,dot,.,semi,%3B"),
        StyleCase(.label, false, "50%", ".50%25"), StyleCase(.label, false, ["red", "green"], ".red,green"),
        StyleCase(.label, true, ["red", "green"], ".red.green"), StyleCase(.label, true, "fred", ".fred"),
        StyleCase(.matrix, false, "50%", ";color=50%25"),
        StyleCase(.matrix, true, ["comma": ",", "semi": ";"], ";comma=%2C;semi=%3B"),
        StyleCase(.form, false, "/foo/bar", "color=%2Ffoo%2Fbar"), StyleCase(.form, true, ["semi": ";"], "semi=%3B"),
        StyleCase(.form, false, [], ""), StyleCase(.form, true, [:], ""), StyleCase(.simple, false, [], ""),
        StyleCase(.form, false, "é€", "color=%C3%A9%E2%82%AC"),
        StyleCase(.form, true, [true, -2], "color=true&color=-2"),
    ]

    @Test("the specification's examples match", arguments: specification + templates + undefined)
    func style(example: StyleCase) {
        let writer = ParameterWriter("color", example.style, explode: example.explode)
        #expect(ParameterStyleTests.text(example.value, writer) == example.text)
    }

    @Test(
        "a value that would be split differently is refused",
        arguments: [
            StyleCase(.spaceDelimited, false, ["a b", "c"], nil), StyleCase(.pipeDelimited, false, ["a|b"], nil),
            StyleCase(.label, true, ["a.b", "c"], nil), StyleCase(.label, true, ["a": "1.5"], nil),
            StyleCase(.spaceDelimited, true, ["a b", "c"], "color=a%20b&color=c"),
            StyleCase(.form, false, ["a,b", "c"], "color=a%2Cb,c"), StyleCase(.label, false, ["a.b"], ".a.b"),
        ])
    func ambiguous(example: StyleCase) {
        let writer = ParameterWriter("color", example.style, explode: example.explode)
        #expect(ParameterStyleTests.text(example.value, writer) == example.text)
    }

    @Test(
        "reserved characters pass where allowed, except those that start another parameter",
        arguments: [
            ("a/b?c=d:e@f", "a/b?c=d:e@f"), ("a&b=c", "a%26b=c"), ("a+b", "a%2Bb"), ("[x]#y", "%5Bx%5D%23y"),
            ("%2F", "%2F"), ("100%", "100%25"), ("%zz", "%25zz"), ("a b", "a%20b"), ("é", "%C3%A9"),
            ("!$'()*,;", "!$'()*,;"),
        ])
    func reserved(value: String, text: String) {
        let writer = ParameterWriter("q", .form, explode: true, allowsReserved: true)
        #expect(ParameterStyleTests.text(.string(value), writer) == "q=\(text)")
        #expect(
            ParameterWriter("q", .form, explode: false, allowsReserved: true).pairs(.list([value, "x"])) == nil
                || !value.contains(","))
    }

    @Test("names are escaped like values")
    func names() {
        let writer = ParameterWriter("a[b]&c", .form, explode: true)
        #expect(ParameterStyleTests.text("1", writer) == "a%5Bb%5D%26c=1")
        let deep = ParameterWriter("f", .deepObject, explode: true)
        #expect(ParameterStyleTests.text(["a]&x": "1"], deep) == "f%5Ba%5D%26x%5D=1")
    }

    @Test("headers are not escaped, and a comma in a list's element is refused")
    func headers() {
        #expect(ParameterWriter.header("X", explode: false).text(.plain("Sun, 10 Sep")) == "Sun, 10 Sep")
        #expect(ParameterWriter.header("X", explode: false).text(.list(["a", "b c"])) == "a,b c")
        #expect(ParameterWriter.header("X", explode: false).text(.list(["a,b"])) == nil)
        #expect(ParameterWriter.header("X", explode: true).text(.members([("a=b", "1")])) == nil)
    }

    private static func text(_ value: JSONValue, _ writer: ParameterWriter) -> String? {
        guard let value = ParameterValue(value) else { return nil }
        switch writer.style {
        case .simple, .label, .matrix: return writer.text(value)
        case .form, .spaceDelimited, .pipeDelimited, .deepObject:
            return writer.pairs(value).map { $0.map { "\($0.name)=\($0.value)" }.joined(separator: "&") }
        }
    }
}
