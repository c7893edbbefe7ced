import Foundation
import Testing

@Suite("The demo app is complete")
struct DemoAppTests {
    private static let app = "examples/PartnerDemoApp"

    /// Returns the names of the tabs that the source text declares.
    private static func tabs(in text: String) -> [String] {
        text.matches(of: /static let (\w+) = DemoTab\(/).map { String($0.output.1) }
    }

    @Test("each tab has its own file, is part of the app, and is named in the README")
    func tabs() throws {
        let folder = Tree.package.root.appendingPathComponent("\(DemoAppTests.app)/Sources/Tabs")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let list = try Tree.package.text("\(DemoAppTests.app)/Sources/DemoTabs.swift")
        let shown = try #require(list.firstMatch(of: /static let all: \[DemoTab\] = \[(.*?)\]/)).output.1
            .split(separator: ",").map { String($0.drop { " .".contains($0) }) }
        let readme = try Tree.package.text("\(DemoAppTests.app)/README.md")
        var declared: [String] = []
        for file in files {
            let names = DemoAppTests.tabs(in: try Tree.package.text("\(DemoAppTests.app)/Sources/Tabs/\(file)"))
            #expect(names.count == 1, "\(file)")
            #expect(readme.contains("`Sources/Tabs/\(file)`"), "\(file)")
            declared += names
        }
        #expect(files.count >= 2 && declared.sorted() == shown.sorted())
    }

    @Test("the Info.plist explains the use of Bluetooth and the camera")
    func purposes() throws {
        let plist = try Tree.package.text("\(DemoAppTests.app)/Info.plist")
        let frameworks = try Set(
            Tree.swiftFiles.get().filter { $0.platform == "Apple" }.flatMap { file in
                file.text.code.flatMap { $0.matches(of: /import (\w+)/).map { String($0.output.1) } }
            })
        for (framework, key) in [
            ("CoreBluetooth", "NSBluetoothAlwaysUsageDescription"), ("AVFoundation", "NSCameraUsageDescription"),
        ] where frameworks.contains(framework) {
            let purpose = plist.firstMatch(of: try Regex("<key>\(key)</key>\\s*<string>([^<]{20,})</string>"))
            #expect(purpose != nil, "\(key)")
        }
        #expect(!plist.contains("NSAppTransportSecurity"))
    }

    @Test("the Info.plist has the bank's app-bound domains and the app's scheme, and no exception")
    func domains() throws {
        let plist = try Tree.package.text("\(DemoAppTests.app)/Info.plist")
        let list = try #require(
            PropertyListSerialization.propertyList(from: Data(plist.utf8), format: nil) as? [String: Any])
        let domains = try #require(list["WKAppBoundDomains"] as? [String])
        let sandbox = try Tree.package.text("Sources/Tools/JourneySandbox/Server/SandboxOptions.swift")
        let bank = try #require(sandbox.firstMatch(of: /bankName = "([a-z.]+)"/)).output.1
        #expect(domains.contains(String(bank)) && (1...10).contains(domains.count))
        let types = try #require(list["CFBundleURLTypes"] as? [[String: Any]])
        let schemes = types.flatMap { $0["CFBundleURLSchemes"] as? [String] ?? [] }
        let config = try Tree.package.text("\(DemoAppTests.app)/Sources/DemoSandbox.swift")
        #expect(schemes.count == 1 && config.contains("redirectScheme: \"\(schemes.first ?? "")\""))
        #expect((list["NSFaceIDUsageDescription"] as? String)?.isEmpty == false)
    }

    /// The names under which the buttons of the transfer's pages first appear, or the beginnings of names that the page's script
    /// changes.
    private struct Buttons {
        var names: Set<String> = []
        var beginnings: Set<String> = []

        mutating func add(html: String, script: String, texts: String) throws {
            for button in html.matches(of: /<button[^>]* id="([^"]+)"[^>]*>([^<]*)<\/button>/) {
                let renaming = "find\\(\"#\(button.output.1)\"\\)\\.textContent = fill\\(texts\\.(\\w+)"
                if let other = script.firstMatch(of: try Regex(renaming, as: (Substring, Substring).self)) {
                    let english = try Regex("\\b\(other.output.1): \"([^\"%]*)%", as: (Substring, Substring).self)
                    if let text = texts.firstMatch(of: english) { beginnings.insert(String(text.output.1)) }
                } else {
                    names.insert(String(button.output.2))
                }
            }
        }

        func shows(_ name: String, asBeginning: Bool) -> Bool {
            names.contains(name) || asBeginning && beginnings.contains { $0.hasPrefix(name) }
        }
    }

    @Test("the UI test presses existing elements of the bank's pages and the app's tabs")
    func drives() throws {
        let test = try Tree.package.text("\(DemoAppTests.app)/UITests/MoneyTransferUITests.swift")
        let folder = "Sources/Tools/JourneySandbox/Resources/bank/transfer"
        var (pages, buttons) = ("", Buttons())
        for name in ["intro", "recipient", "amount", "review"] {
            let html = try Tree.package.text("\(folder)/\(name).html")
            try buttons.add(
                html: html, script: try Tree.package.text("\(folder)/\(name).js"),
                texts: try Tree.package.text("\(folder)/texts.js"))
            pages += html
        }
        let pressed = test.matches(of: /(?:press|button)\((beginning: )?"([^"]+)"/).map {
            (name: String($0.output.2), asBeginning: $0.output.1 != nil)
        }
        #expect(Set(pressed.map(\.name)) == ["Start", "Continue", "Send", "Cancel"])
        #expect(pressed.filter { !buttons.shows($0.name, asBeginning: $0.asBeginning) }.map(\.name) == [])
        // A button named “Send £125.00” is not found as “Send”.
        #expect(buttons.beginnings == ["Send "] && !buttons.shows("Send", asBeginning: false))
        let filled = test.matches(of: /fill\("([^"]+)"/).map { String($0.output.1) }
        #expect(filled.count == 4 && filled.filter { !pages.contains(">\($0)<") } == [])
        let tab = try Tree.package.text("\(DemoAppTests.app)/Sources/Tabs/JourneysTab.swift")
        for name in test.matches(of: /app\.buttons\["([^"]+)"\]/).map({ String($0.output.1) }) {
            #expect(tab.contains(".accessibilityIdentifier(\"\(name)\")"), "\(name)")
        }
        for title in ["Initialize SDK", "Start Money Transfer", "Open an account"] {
            #expect(tab.contains("Button(\"\(title)\")"), "\(title)")
        }
        #expect(test.contains("showFace(until: result(beginning: \"completed\"))"))
        // A simulator has no App Attest, so the app uses the fake one that the sandbox trusts.
        let options = try Tree.package.text("Sources/Tools/JourneySandbox/Server/SandboxOptions.swift")
        let appID = try #require(options.firstMatch(of: /appID = "([^"]+)"/)).output.1
        let host = try Tree.package.text("Sources/Systems/HSBCPartnerSDK/Apple/JourneyHost+Apple.swift")
        #expect(host.contains("appID: \"\(appID)\"") && host.contains("#if targetEnvironment(simulator)"))
    }

    @Test("the UI tests without a bank open existing tabs and press existing elements")
    func withoutBank() throws {
        let test = try Tree.package.text("\(DemoAppTests.app)/UITests/TabUITests.swift")
        let tabs = try ["PassTab", "PayTab"].map {
            try Tree.package.text("\(DemoAppTests.app)/Sources/Tabs/\($0).swift")
        }.joined()
        let opened = test.matches(of: /open\("(\w+)"\)/).map { String($0.output.1) }
        #expect(opened == ["Pass", "Pay"] && opened.allSatisfy { tabs.contains("DemoTab(\"\($0)\"") })
        let flow = try ["SetPin", "Codes"].map {
            try Tree.package.text("Sources/Systems/CashBaba/Flow/WalletFlow+\($0).swift")
        }.joined()
        for match in test.matches(of: /app\.buttons\["([^"]+)"\]/) {
            let name = match.output.1
            #expect(
                tabs.contains(".accessibilityIdentifier(\"\(name)\")") || flow.contains("id: \"\(name)\"")
                    || name == "back" && flow.contains(".back("), "\(name)")
        }
    }
}
