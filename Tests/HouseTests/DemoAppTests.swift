import Foundation
import Testing

@Suite("The demo app is whole")
struct DemoAppTests {
    private static let app = "examples/PartnerDemoApp"

    /// The names of the tabs that `text`, a file of one, declares.
    private static func tabs(in text: String) -> [String] {
        text.matches(of: /static let (\w+) = DemoTab\(/).map { String($0.output.1) }
    }

    @Test("each tab has a file of its own, stands in the app, and is named in its README")
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

    @Test("its Info.plist says why it wants Bluetooth and the camera")
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
}
