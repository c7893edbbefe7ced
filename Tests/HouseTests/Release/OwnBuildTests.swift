import Foundation
import Testing

@Suite("Warnings as errors")
struct OwnBuildTests {
    @Test(
        "warnings are errors in the package's own folder, not in a package that depends on it",
        arguments: [true, false])
    func warnings(isOwn: Bool) throws {
        try Shell.inScratch { folder in
            let root = Tree.package.root.resolvingSymlinksInPath().path
            let described = try Shell.functions(
                """
                unset JOURNEY_ONLY; find_swift; cd '\(isOwn ? root : folder.path)'
                swift package --package-path '\(root)' --scratch-path '\(folder.path)/described' dump-package
                """)
            #expect(described.status == 0, "\(described.problem)")
            #expect(described.output.contains("swiftLanguageMode"))
            #expect(described.output.contains("treatAllWarnings") == isOwn)
        }
    }

    /// How a build comes to this package.
    enum Way: CaseIterable {
        case itsOwn, byPath, byAddress
    }

    @Test(
        "a dependent package's build continues after a warning, and the package's own build stops",
        arguments: Way.allCases)
    func builds(way: Way) throws {
        try Shell.inScratch { folder in
            let package = folder.resolvingSymlinksInPath().appending(path: "JourneyKit")
            try Self.writePackage(to: package)
            let app = package.deletingLastPathComponent().appending(path: "App")
            let dependency =
                way == .byPath
                ? ".package(path: \"../JourneyKit\")" : ".package(url: \"file://\(package.path)\", branch: \"main\")"
            try Self.writeApp(to: app, dependency)
            let built = try Shell.functions(
                """
                unset JOURNEY_ONLY JOURNEY_INTERFACE JOURNEY_FRAMEWORKS; find_swift; cd '\(package.path)'
                git init -q -b main; git add .; git -c user.name=test -c user.email=test@example.com commit -qm test
                cd '\((way == .itsOwn ? package : app).path)'; swift build --disable-index-store 2>&1
                """)
            #expect((built.status == 0) == (way != .itsOwn), "\(built.output)\(built.problem)")
            // Of a package by address, SwiftPM shows no warnings.
            #expect(built.output.contains(": warning: \(Self.warning)") == (way == .byPath), "\(built.output)")
            #expect(built.output.contains(": error: \(Self.warning)") == (way == .itsOwn), "\(built.output)")
        }
    }

    private static let warning = "initialization of immutable value 'unused' was never used"

    /// The lowest module of this package with this package's own settings; all of its source is a function that is warned of.
    private static func writePackage(to folder: URL) throws {
        try write(
            try Tree.package.text("Package.swift") + """
                package.products = [.library(name: "JourneyBase", targets: ["JourneyBase"])]
                package.targets = libraries.filter { $0.name == "JourneyBase" }

                """, to: folder, "Package.swift")
        try write(
            "public func answer() -> Int { let unused = 1; return 2 }\n", to: folder,
            "Sources/Base/JourneyBase/Answer.swift")
    }

    private static func writeApp(to folder: URL, _ dependency: String) throws {
        try write(
            """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "App", platforms: [.macOS(.v15)], dependencies: [\(dependency)],
                targets: [
                    .target(name: "App", dependencies: [.product(name: "JourneyBase", package: "JourneyKit")])
                ])

            """, to: folder, "Package.swift")
        try write(
            "import JourneyBase\n\npublic func twice() -> Int { 2 * answer() }\n", to: folder, "Sources/App/App.swift")
    }

    private static func write(_ text: String, to folder: URL, _ path: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
}
