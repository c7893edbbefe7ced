import Foundation

/// The package's folder on disk.
struct Tree {
    let root: URL

    /// The package that this test belongs to.
    static let package = Tree(
        root: URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent())

    func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// Returns `folder/module` for every folder two levels below `Sources`.
    func modules() throws -> Set<String> {
        let files = FileManager.default
        let sources = root.appendingPathComponent("Sources")
        var modules: Set<String> = []
        for folder in try files.contentsOfDirectory(atPath: sources.path) {
            for module in try files.contentsOfDirectory(atPath: sources.appendingPathComponent(folder).path) {
                modules.insert("\(folder)/\(module)")
            }
        }
        return modules
    }

    /// All Swift files below `Sources` of the package, read once for all tests.
    static let swiftFiles = Result { try package.files { $0.hasSuffix(".swift") } }

    /// All other source files there, in any language.
    static let otherFiles = Result {
        try package.files { path in [".h", ".c", ".js", ".ts"].contains { path.hasSuffix($0) } }
    }

    private func files(_ isWanted: (String) -> Bool) throws -> [SourceFile] {
        let sources = root.appendingPathComponent("Sources")
        return try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter(isWanted).sorted().map {
            SourceFile(path: $0, text: try text("Sources/\($0)"))
        }
    }
}
