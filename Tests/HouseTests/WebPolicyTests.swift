import Foundation
import Testing

/// Checks that the examples in the documents that hosts copy work and relax no protection.
@Suite("Info.plist fragments")
struct WebPolicyTests {
    private static let documents = ["docs/reference/web-policy.md", "docs/explanation/apple.md"]

    /// Returns the XML blocks of `text`, each parsed as the members of a property list.
    private static func fragments(in text: String) throws -> [[String: Any]] {
        try text.matches(of: /```xml\n((?s:.*?))```/).map { match in
            let whole = "<plist version=\"1.0\"><dict>\(match.output.1)</dict></plist>"
            let list = try PropertyListSerialization.propertyList(from: Data(whole.utf8), format: nil)
            return try #require(list as? [String: Any])
        }
    }

    /// Returns the members that would relax the protection of an app's transport or pages.
    private static func complaints(_ members: [String: Any]) -> [String] {
        var complaints: [String] = []
        for (name, value) in members {
            // No exceptions are allowed, because the SDK needs none.
            if name.hasPrefix("NSAllows") || name.hasPrefix("NSException") || name == "NSAppTransportSecurity" {
                complaints.append("\(name) loosens transport security")
            }
            if let inner = value as? [String: Any] { complaints += WebPolicyTests.complaints(inner) }
            guard name == "WKAppBoundDomains" else { continue }
            let domains = value as? [String] ?? []
            if domains.isEmpty || domains.count > 10 { complaints.append("\(name) has 1 to 10 domains") }
            complaints += domains.filter { $0.contains("/") || $0.contains(":") || $0.contains("*") }
                .map { "\($0) is no domain" }
        }
        return complaints.sorted()
    }

    @Test("the documents' fragments are well-formed, name at most ten domains, and relax nothing")
    func documents() throws {
        let fragments = try WebPolicyTests.documents.flatMap { try WebPolicyTests.fragments(in: Tree.package.text($0)) }
        #expect(fragments.contains { $0["WKAppBoundDomains"] != nil })
        #expect(fragments.contains { $0["NSFaceIDUsageDescription"] != nil })
        #expect(fragments.flatMap(WebPolicyTests.complaints) == [])
    }

    @Test("no file of the package has a transport security exception")
    func files() throws {
        let root = Tree.package.root
        let paths = FileManager.default.enumerator(atPath: root.path)
        var found: [String] = []
        while let path = paths?.nextObject() as? String {
            if path.hasPrefix(".") { paths?.skipDescendants() }
            guard [".plist", ".entitlements", ".xcconfig", ".yml"].contains(where: path.hasSuffix) else { continue }
            if try Tree.package.text(path).contains("NSAllows") { found.append(path) }
        }
        #expect(found == [])
    }

    @Test("a fragment that relaxes a rule is reported")
    func reading() throws {
        func complaints(_ xml: String) throws -> [String] {
            try WebPolicyTests.fragments(in: "a\n```xml\n\(xml)\n```\n").flatMap(WebPolicyTests.complaints)
        }
        let loose = "<key>NSAppTransportSecurity</key><dict><key>NSAllowsArbitraryLoads</key><true/></dict>"
        #expect(try complaints(loose).count == 2)
        let domains = (0..<11).map { "<string>a\($0).example</string>" }.joined()
        #expect(try complaints("<key>WKAppBoundDomains</key><array>\(domains)</array>").count == 1)
        #expect(
            try complaints("<key>WKAppBoundDomains</key><array><string>https://a.example</string></array>").count == 1)
        #expect(try complaints("<key>WKAppBoundDomains</key><array/>").count == 1)
        #expect(try complaints("<key>NSFaceIDUsageDescription</key><string>a</string>") == [])
        #expect(throws: (any Error).self) { try complaints("<key>a</key><string>b</key>") }
    }
}
