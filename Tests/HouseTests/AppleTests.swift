import Foundation
import Testing

@Suite("Apple stubs match their list")
struct AppleTests {
    private static let list = "docs/evidence/apple-availability.md"
    private static let stubs = "Tests/AppleCheck/Stubs"

    private struct Stubs {
        var declarations: [StubDeclaration] = []
        var complaints: [String] = []
        /// The code of all stubs, without comments.
        var code = ""
    }

    private func stubs() throws -> Stubs {
        var stubs = Stubs()
        let folder = Tree.package.root.appendingPathComponent(AppleTests.stubs).path
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
        for file in files.sorted() {
            let text = try Tree.package.text("\(AppleTests.stubs)/\(file)")
            let framework = String(file.prefix { $0 != "/" })
            let (found, complaints) = StubDeclaration.read(text, framework: framework)
            stubs.declarations += found
            stubs.complaints += complaints
            stubs.code += SwiftText(text).code.joined(separator: "\n")
        }
        return stubs
    }

    @Test("every stub declaration names its page and its first system versions")
    func sources() throws {
        let stubs = try stubs()
        #expect(stubs.declarations.count > 100)
        #expect(stubs.complaints == [])
    }

    @Test("no declaration of a stub is newer than the package's oldest systems")
    func oldest() throws {
        let package = try Tree.package.text("Package.swift")
        let match = try #require(package.firstMatch(of: /\.iOS\(\.v(\d+)\), \.macOS\(\.v(\d+)\)/))
        let iOS = try #require(Int(match.output.1))
        let macOS = try #require(Int(match.output.2))
        let tooNew = try stubs().declarations.filter { !$0.isThere(iOS: iOS, macOS: macOS) }
        #expect(tooNew.map(\.row) == [])
        #expect(
            try Tree.package.text("docs/explanation/apple.md").contains(
                "iOS \(iOS) and macOS \(macOS) are the oldest systems"))
    }

    @Test("the list has exactly one row per stub declaration")
    func listed() throws {
        let listed = Set(
            try Tree.package.text(AppleTests.list).split(separator: "\n").map(String.init).filter {
                $0.contains("` |")
            })
        let declared = Set(try stubs().declarations.map(\.row))
        #expect(declared.subtracting(listed).sorted() == [], "add these rows")
        #expect(listed.subtracting(declared).sorted() == [], "take these rows out")
    }

    /// Returns the words in the apps' sources and tests.
    private static func appWords() throws -> [String] {
        let folder = Tree.package.root.appendingPathComponent("examples").path
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
        return try files.flatMap { words(try Tree.package.text("examples/\($0)")) }
    }

    @Test("every stub declaration is used by an adapter, an app or another declaration")
    func used() throws {
        let stubs = try stubs()
        let adapters = try Tree.swiftFiles.get().filter { $0.platform == "Apple" }
        let used = Set(try adapters.flatMap { $0.text.code.flatMap(AppleTests.words) } + AppleTests.appWords())
        let declared = Dictionary(AppleTests.words(stubs.code).map { ($0, 1) }, uniquingKeysWith: +)
        let unused = stubs.declarations.filter { declaration in
            // The SwiftUI stubs are a vocabulary that includes what future screens may need.
            guard declaration.framework != "SwiftUI" else { return false }
            let name = declaration.name.split(separator: ".").last.map(String.init) ?? ""
            return !used.contains(name) && declared[name, default: 0] < 2
        }
        #expect(unused.map(\.row) == [])
    }

    @Test("only one file presents and dismisses view controllers")
    func presenting() throws {
        let adapters = try Tree.swiftFiles.get().filter { $0.platform == "Apple" }
        let presenting = adapters.filter { file in
            file.text.code.contains { $0.contains(/\.(present|dismiss)\(.*animated:/) }
        }
        #expect(presenting.map(\.path) == ["Base/JourneyBase/Apple/Presenting/Presentation+UIKit.swift"])
    }

    @Test(
        "each product with a camera rotates its preview with the device in the same way"
    )
    func cameras() throws {
        let adapters = try Tree.swiftFiles.get().filter { $0.platform == "Apple" }
        let previews = adapters.filter { $0.text.holds("AVCaptureVideoPreviewLayer") }.map(\.path)
        #expect(
            previews == [
                "Systems/CashBaba/Apple/Face/CameraPreview.swift",
                "Systems/CredentialSharing/Apple/Screens/CameraPreview.swift",
            ])
        let files = previews.map { Tree.package.root.appendingPathComponent("Sources/" + $0).resolvingSymlinksInPath() }
        #expect(Set(files).count == 1, "one file, and a link to it")
        let text = try String(contentsOf: files[0], encoding: .utf8)
        #expect(text.contains("observe(\\.videoRotationAngleForHorizonLevelPreview)"))
    }

    @Test("only the two products that use the camera mention it, because the App Store checks")
    func cameraless() throws {
        let adapters = try Tree.swiftFiles.get().filter { $0.platform == "Apple" && $0.text.holds("AVCapture") }
        #expect(Set(adapters.map(\.module)) == ["CashBaba", "CredentialSharing"])
    }

    private static func words(_ text: String) -> [String] {
        text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    }

    @Test("the stub parser reports what is missing")
    func reader() {
        let text = """
            // Apple: kit/view
            @available(iOS 2, *)
            open class View: NSObject {
                // Apple: kit/view/new
                @available(iOS 27, macOS 16, *)
                open var isNew: Bool { false }
                open var isOld: Bool { false }
                // Apple: kit/view/plain
                public nonisolated func plain(_: Int) -> Int { 0 }
            }
            public struct Bare {}
            """
        let (found, complaints) = StubDeclaration.read(text, framework: "Kit")
        #expect(
            found.map(\.row) == [
                "| Kit | `View` | 2 | – | kit/view |", "| Kit | `View.isNew` | 27 | 16 | kit/view/new |",
                "| Kit | `View.plain` | 2 | – | kit/view/plain |",
            ])
        #expect(found.map { $0.isThere(iOS: 18, macOS: 15) } == [true, false, true])
        #expect(complaints == ["Kit: Bare names no page", "Kit: Bare says no first systems"])
    }
}
