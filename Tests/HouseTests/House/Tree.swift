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

    /// `folder/module` of every folder two levels below `Sources`.
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

    /// Every Swift file below `Sources`.
    func sources() throws -> [SourceFile] {
        let sources = root.appendingPathComponent("Sources")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter { $0.hasSuffix(".swift") }
        return try paths.sorted().map { SourceFile(path: $0, text: try text("Sources/\($0)")) }
    }
}
