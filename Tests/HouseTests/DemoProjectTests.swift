import Foundation
import Testing

@Suite("The demo app's Xcode project is consistent")
struct DemoProjectTests {
    private static let app = "examples/PartnerDemoApp"
    private static let file = "\(app)/PartnerDemoApp.xcodeproj/project.pbxproj"
    private let text: String
    private let project: XcodeProject

    init() throws {
        text = try Tree.package.text(DemoProjectTests.file)
        project = try #require(XcodeProject(text))
    }

    /// Returns the modules that the app's sources import.
    private static func imports() throws -> [String] {
        let folder = Tree.package.root.appendingPathComponent("\(app)/Sources")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
        return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).matches(of: /(?m)^import (\w+)$/).map { String($0.output.1) }
        }
    }

    private static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: Tree.package.root.appendingPathComponent("\(app)/\(path)").path)
    }

    @Test(
        "each project object is complete, references objects of the right kind, and is referenced")
    func objects() {
        #expect(project.objects.count > 30)
        #expect(project.complaints == [])
    }

    @Test("a dangling, missing, misspelt, duplicate or mistyped reference is reported")
    func nearMisses() throws {
        let target = try #require(project.target("PartnerDemoApp")).id
        let sources = "4A4B00040000000000000001"
        for (from, to, complaint) in [
            ("mainGroup = 4A4B00020000000000000001", "mainGroup = 4A4B000200000000000000FF", "which is not there"),
            ("productRefGroup = 4A4B00020000000000000002", "productRefGroup = \(target)", "has a PBXNativeTarget as"),
            ("\t\t\tbuildRules = (\n\t\t\t);\n", "", "lacks buildRules"),
            ("relativePath = ../..;", "path = ../..;", "lacks relativePath"),
            ("productRef = ", "productref = ", "has productref, which is not a member of its kind"),
            ("isa = PBXFileSystemSynchronizedRootGroup", "isa = PBXFileSystemSynchronisedRootGroup", "unknown kind"),
            ("\t\t\t\t\(sources) /* Sources */,\n", "", "\(sources) is named by nothing"),
            ("objectVersion = 77", "objectVersion = 56", "not of Xcode 16's version"),
            ("// !$*UTF8*$!\n", "", "does not say that it is UTF-8"),
            ("4A4B000C0000000000000002 /* CashBaba", "4A4B000C0000000000000001 /* CashBaba", "is defined 2 times"),
            ("rootObject = 4A4B00010000000000000001", "rootObject = \(target)", "the root is no project"),
        ] {
            let changed = text.replacingOccurrences(of: from, with: to)
            #expect(changed != text, "\(from)")
            let complaints = try #require(XcodeProject(changed)).complaints
            #expect(complaints.contains { $0.contains(complaint) }, "\(from): \(complaints)")
        }
        #expect(XcodeProject(String(text.dropLast(3))) == nil)
    }

    @Test("the project's folders and files exist, and no source is listed by name")
    func places() {
        let folders = project.all("PBXFileSystemSynchronizedRootGroup").compactMap { $0["path"] as? String }
        #expect(folders.sorted() == ["Sources", "UITests"] && folders.allSatisfy(DemoProjectTests.exists))
        let files = project.all("PBXFileReference").filter { $0["sourceTree"] as? String == "<group>" }
        #expect(files.compactMap { $0["path"] as? String } == ["Info.plist"] && DemoProjectTests.exists("Info.plist"))
        // An app's own Info.plist inside a synchronized folder would also be copied as a resource.
        #expect(!DemoProjectTests.exists("Sources/Info.plist") && !text.contains(".swift"))
        let packages = project.all("XCLocalSwiftPackageReference").compactMap { $0["relativePath"] as? String }
        #expect(packages == ["../.."] && DemoProjectTests.exists("../../Package.swift"))
    }

    // Of the test support products, the app has those whose services run in its process; a bank's server is not part of an app.
    @Test("the project links the package's libraries once each, and nothing else")
    func products() throws {
        let package = try Tree.package.text("Package.swift")
        let products = package.matches(of: /\.library\(name: "(\w+)"/).map { String($0.output.1) }
        let used = Set(try DemoProjectTests.imports())
        // The app scans no payment code.
        let libraries = products.filter {
            $0 != "JourneyGateway" && (!$0.hasSuffix("Testing") && $0 != "PaymentQR" || used.contains($0))
        }
        let app = try #require(project.target("PartnerDemoApp")).object
        let linked = project.named(app, "packageProductDependencies").compactMap { $0["productName"] as? String }
        #expect(products.count == 13 && libraries.count >= 7 && linked.sorted() == libraries.sorted())
        let phase = project.named(app, "buildPhases").first { $0["isa"] as? String == "PBXFrameworksBuildPhase" }
        let files = project.named(phase, "files").flatMap { project.named($0, "productRef") }
        #expect(files.compactMap { $0["productName"] as? String }.sorted() == libraries.sorted())
    }

    @Test("the project targets the package's oldest iOS with its strictness, and no team")
    func settings() throws {
        let oldest = try #require(Tree.package.text("Package.swift").firstMatch(of: /\.iOS\(\.v(\d+)\)/)).output.1
        let root = try #require(project.objects[project.root])
        let common = project.settings(root)
        #expect(common.keys.sorted() == ["Debug", "Release"])
        for settings in common.values {
            #expect(settings["IPHONEOS_DEPLOYMENT_TARGET"] as? String == "\(oldest).0")
            for (name, value) in [
                ("SDKROOT", "iphoneos"), ("SWIFT_VERSION", "6.0"), ("SWIFT_TREAT_WARNINGS_AS_ERRORS", "YES"),
                ("ENABLE_USER_SCRIPT_SANDBOXING", "YES"),
            ] { #expect(settings[name] as? String == value, "\(name)") }
        }
        for target in project.all("PBXNativeTarget") {
            let each = project.settings(target)
            #expect(each.keys.sorted() == ["Debug", "Release"])
            for settings in each.values {
                let id = settings["PRODUCT_BUNDLE_IDENTIFIER"] as? String
                #expect(id == "com.example.\(target["name"] as? String ?? "")")
                #expect(settings["IPHONEOS_DEPLOYMENT_TARGET"] == nil && settings["SWIFT_VERSION"] == nil)
            }
        }
        for settings in project.settings(project.target("PartnerDemoApp")?.object).values {
            #expect(settings["INFOPLIST_FILE"] as? String == "Info.plist")
            #expect(settings["GENERATE_INFOPLIST_FILE"] as? String == "NO")
        }
        #expect(!text.contains("DEVELOPMENT_TEAM") && !text.contains("PROVISIONING_PROFILE"))
    }

    @Test("the Info.plist has every app's required keys with build variables")
    func information() throws {
        let text = try Tree.package.text("\(DemoProjectTests.app)/Info.plist")
        let list = try #require(
            PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil) as? [String: Any])
        for (key, value) in [
            ("CFBundleExecutable", "$(EXECUTABLE_NAME)"), ("CFBundleIdentifier", "$(PRODUCT_BUNDLE_IDENTIFIER)"),
            ("CFBundleName", "$(PRODUCT_NAME)"), ("CFBundlePackageType", "APPL"),
            ("CFBundleInfoDictionaryVersion", "6.0"),
        ] { #expect(list[key] as? String == value, "\(key)") }
        for key in ["CFBundleShortVersionString", "CFBundleVersion", "UILaunchScreen", "UIApplicationSceneManifest"] {
            #expect(list[key] != nil, "\(key)")
        }
        #expect((list["UISupportedInterfaceOrientations~ipad"] as? [String])?.count == 4)
    }

    @Test("the UI test drives this app, and the shared scheme builds, tests and runs these targets")
    func scheme() throws {
        let (app, tests) = try (
            #require(project.target("PartnerDemoApp")), #require(project.target("PartnerDemoAppUITests"))
        )
        #expect(tests.object["productType"] as? String == "com.apple.product-type.bundle.ui-testing")
        for settings in project.settings(tests.object).values {
            #expect(settings["TEST_TARGET_NAME"] as? String == "PartnerDemoApp")
        }
        let needed = project.named(tests.object, "dependencies").compactMap { $0["target"] as? String }
        let attributes = project.objects[project.root]?["attributes"] as? [String: Any]
        let each = attributes?["TargetAttributes"] as? [String: [String: Any]]
        #expect(needed == [app.id] && each?[tests.id]?["TestTargetID"] as? String == app.id)
        #expect(each?.keys.sorted() == [app.id, tests.id].sorted())
        let scheme = try Tree.package.text(
            "\(DemoProjectTests.app)/PartnerDemoApp.xcodeproj/xcshareddata/xcschemes/PartnerDemoApp.xcscheme")
        let references = scheme.matches(
            of: /BlueprintIdentifier = "(\w+)"\s+BuildableName = "([\w.]+)"\s+BlueprintName = "(\w+)"/)
        #expect(references.count == 4)
        for reference in references {
            let target = try #require(project.target(String(reference.output.3)))
            let product = project.named(target.object, "productReference").first?["path"] as? String
            #expect(target.id == reference.output.1 && product == String(reference.output.2))
        }
        let tested = try #require(scheme.firstMatch(of: /(?s)<TestableReference.*?<\/TestableReference>/)).output
        #expect(tested.contains(tests.id) && scheme.contains("shouldUseLaunchSchemeArgsEnv = \"YES\""))
        #expect(scheme.contains("key = \"JOURNEY_SANDBOX\""))
    }

    @Test("continuous integration builds it with its UI test, and runs the test on a simulator")
    func workflow() throws {
        let text = try Tree.package.text(".github/workflows/ios-sdk.yml")
        for word in [
            "-project \(DemoProjectTests.app)/PartnerDemoApp.xcodeproj -scheme PartnerDemoApp", "build-for-testing",
            "'generic/platform=iOS Simulator'", "test-without-building",
        ] { #expect(text.contains(word), "\(word)") }
    }
}
