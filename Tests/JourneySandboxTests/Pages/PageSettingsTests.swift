import Foundation
import JourneyBase
import TestSupport
import Testing

@testable import JourneySandbox

@Suite("Settings of pages")
struct PageSettingsTests {
    private static func read(_ text: String) throws(JourneyError) -> PageSettings {
        try PageSettings(reading: Array(text.utf8), name: "pages.json")
    }

    private static let least =
        "script-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    @Test("folder, base and policy are read, the policy as text or by directives; without a file the standard holds")
    func members() throws {
        let text = try PageSettingsTests.read(
            "{\"folder\": \"web/dist\", \"base\": \"/app/v2/\", \"contentSecurityPolicy\": \"\(PageSettingsTests.least)\"}"
        )
        #expect(text.folder == "web/dist" && text.base == "/app/v2/")
        #expect(text.contentSecurityPolicy == PageSettingsTests.least)
        let list = PageSettingsTests.least.split(separator: "; ").map { "\"\($0)\"" }.joined(separator: ",")
        #expect(
            try PageSettingsTests.read("{\"contentSecurityPolicy\": [\(list)]}").contentSecurityPolicy
                == PageSettingsTests.least)
        #expect(try PageSettingsTests.read("{}") == PageSettings())
        #expect(try PageSettingsTests.read("{\"base\": \"/\"}").base == "/")
        #expect(ContentSecurityPolicy.fault(headers: [PageSettings.standardPolicy]) == nil)
    }

    @Test(
        "an unknown member, a folder or base outside, and a policy below the minimum are refused with their place",
        arguments: [
            ("{\"foldr\": \"dist\"}", "PAGES_INVALID", "did you mean 'folder'?"),
            ("[]", "PAGES_INVALID", "not an object"),
            ("{\"folder\": \"../dist\"}", "PAGES_INVALID", "pages.json:1:2: folder is not the relative path"),
            ("{\"folder\": \"/etc\"}", "PAGES_INVALID", "relative path"),
            ("{\"folder\": \"a//b\"}", "PAGES_INVALID", "relative path"),
            ("{\"folder\": \"a/../../b\"}", "PAGES_INVALID", "relative path"),
            ("{\"folder\": \"a\\\\b\"}", "PAGES_INVALID", "relative path"),
            ("{\"base\": \"app/\"}", "PAGES_INVALID", "absolute path"),
            ("{\"base\": \"/app\"}", "PAGES_INVALID", "absolute path"),
            ("{\"base\": \"/a/../\"}", "PAGES_INVALID", "absolute path"),
            ("{\"base\": \"/a b/\"}", "PAGES_INVALID", "absolute path"),
            ("{\"base\": \"/a?/\"}", "PAGES_INVALID", "absolute path"),
            ("{\"base\": 1}", "PAGES_INVALID", "not a string"),
            ("{\"contentSecurityPolicy\": \"default-src 'self'\\nX: y\"}", "PAGES_INVALID", "no header can have"),
            (
                "{\"contentSecurityPolicy\": \"default-src 'self'\"}", "CSP_REQUIRED",
                "pages.json: The page's Content-Security-Policy"
            ),
            (
                "{\"contentSecurityPolicy\": [\"script-src 'self' 'unsafe-eval'\"]}", "CSP_REQUIRED",
                "script-src allows 'unsafe-eval'"
            ),
            ("{\"contentSecurityPolicy\": []}", "CSP_REQUIRED", "no readable"),
        ])
    func refused(text: String, code: String, reason: String) {
        let error = #expect(throws: JourneyError.self) { try PageSettingsTests.read(text) }
        #expect(error?.code.rawValue == code && error?.message.contains(reason) == true, "\(error as Any)")
    }

    @Test("the file is looked for beside the named folder, then beside the manifest, and names the folder")
    func found() throws {
        let scratch = try Scratch()
        for folder in ["order/dist", "build/out", "elsewhere"] {
            try FileManager.default.createDirectory(
                atPath: "\(scratch.path)/\(folder)", withIntermediateDirectories: true)
        }
        func write(_ path: String, _ text: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(scratch.path)/\(path)"))
        }
        func find(_ pages: String?) throws(JourneyError) -> (String, String?) {
            let found = try PageSettings.find(
                manifest: scratch.path + "/order/manifest.json", pages: pages.map { "\(scratch.path)/\($0)" })
            return (found.folder.standardizedFileURL.path, found.settings.base)
        }
        let home = URL(fileURLWithPath: scratch.path).resolvingSymlinksInPath().path
        #expect(try find(nil) == (home + "/order/pages", nil))
        try write("order/pages.json", "{\"folder\": \"dist\", \"base\": \"/one/\"}")
        #expect(try find(nil) == (home + "/order/dist", "/one/"))
        #expect(try find("build/out") == (scratch.path + "/build/out", "/one/"))
        try write("build/pages.json", "{\"base\": \"/two/\"}")
        #expect(try find("build/out") == (scratch.path + "/build/out", "/two/"))
        // A folder that a link leads out of the journey's is not taken from a file; an author may name it.
        try FileManager.default.removeItem(atPath: scratch.path + "/order/dist")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path + "/order/dist", withDestinationPath: "../elsewhere")
        let error = #expect(throws: JourneyError.self) { _ = try find(nil) }
        #expect(error?.code == .pagesInvalid && error?.message.contains("symbolic link") == true)
    }
}
