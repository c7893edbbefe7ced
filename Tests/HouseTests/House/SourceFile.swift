/// One source file of a module, and the rules that it must follow.
struct SourceFile {
    /// The path below `Sources`, such as `Base/JourneyBase/JSON/Hex.swift`.
    let path: String
    /// The unmodified source text.
    let source: String
    let text: SwiftText

    init(path: String, text: String) {
        self.path = path
        source = text
        self.text = SwiftText(text)
        imports = SourceFile.imports(in: self.text)
    }

    private var parts: [Substring] { path.split(separator: "/") }
    var folder: String { String(parts.first ?? "") }
    var module: String { parts.count > 1 ? String(parts[1]) : "" }
    /// `Apple` or `Linux`, if the file belongs to one platform.
    var platform: String? { parts.dropFirst(2).map(String.init).first { $0 == "Apple" || $0 == "Linux" } }
    /// `true` if apps and services link the file; commands and their shared code are excluded.
    private var isLibrary: Bool {
        folder != "Tools" || ["JourneySandbox", "SandboxServices"].contains(module) || module.hasSuffix("Testing")
    }

    /// C libraries that Apple platforms include as well.
    private static let everywhere: Set<String> = ["CSQLite"]

    /// Modules of the toolchain and the system that need no row in the table.
    private static let toolchain: Set<String> = [
        "Foundation", "Synchronization", "Observation", "Dispatch", "Glibc", "Darwin",
    ]

    /// Apple's frameworks, for files in `Apple/`: those with stubs in `Tests/AppleCheck/Stubs`.
    static let appleFrameworks: Set<String> = [
        "AVFoundation", "AuthenticationServices", "Compression", "CoreBluetooth", "CoreImage", "CoreMedia", "CoreVideo",
        "CryptoKit", "DeviceCheck", "LocalAuthentication", "PassKit", "Security", "SwiftUI", "UIKit", "Vision",
        "VisionKit", "WebKit",
    ]

    /// The modules that every file may test with `canImport`: the system's C libraries, not Apple's frameworks.
    private static let askable: Set<String> = ["Glibc", "Musl", "Darwin"]

    /// The modules that the file imports.
    let imports: [String]

    private static func imports(in text: SwiftText) -> [String] {
        text.code.compactMap { line in
            let words = line.split(separator: " ")
            guard let keyword = words.firstIndex(of: "import"), keyword + 1 < words.count,
                words[..<keyword].allSatisfy({ $0.hasPrefix("@") || accessLevels.contains($0) })
            else { return nil }
            // `import struct Module.Type` names the kind first.
            let name = words.count > keyword + 2 ? words[keyword + 2] : words[keyword + 1]
            return String(name.prefix { $0 != "." && $0 != ";" })
        }
    }

    private static let accessLevels: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]

    /// The files of the types that other code uses in place of `nonisolated(unsafe)`: one asserts its thread, one has none.
    private static let guarding = ["/ThreadConfined.swift", "/ThreadSafe.swift"]

    /// The tokens that a line must contain before it is examined.
    private static let suspects = [
        "canImport", "isolated", "InlineArray", "immediate", "os(", "print(", "debugPrint(", "dump(", "NSLog(", "try!",
        "as!", "fatalError", "@unchecked",
        "nonisolated(unsafe)",
    ]

    /// Returns the violations of rules in the file, with their lines.
    func complaints(plan: Plan) -> [String] {
        var complaints: [String] = []
        if text.code.count > 401 { complaints.append("\(path): more than 400 lines") }
        for name in imports where !SourceFile.toolchain.contains(name) {
            if platform == "Apple", SourceFile.appleFrameworks.contains(name) { continue }
            if plan.room(module)?.imports.contains(name) != true {
                complaints.append("\(path): imports \(name), which the table does not list for \(module)")
            }
            if isLibrary, folder != "Ground", plan.room(name)?.folder == "Ground", platform != "Linux",
                !SourceFile.everywhere.contains(name)
            {
                complaints.append("\(path): imports the C library \(name) outside Linux/")
            }
        }
        if imports.contains("CWebKitGTK"), module != "JourneyWeb", module != "journey-bench" {
            complaints.append("\(path): only JourneyWeb knows a web engine")
        }
        guard SourceFile.suspects.contains(where: text.holds) else { return complaints }
        for (index, line) in text.code.enumerated() {
            for complaint in lineComplaints(line, at: index) { complaints.append("\(path):\(index + 1): \(complaint)") }
        }
        return complaints
    }

    private func lineComplaints(_ line: String, at index: Int) -> [String] {
        var complaints: [String] = []
        for match in line.matches(of: /canImport\(\s*(?<name>\w+)/) where platform != "Apple" {
            if !SourceFile.askable.contains(String(match.output.name)) {
                complaints.append("asks for \(match.output.name): what belongs to one platform sits in its folder")
            }
        }
        if platform == nil, line.contains(/#(?:if|elseif)\s+.*\bos\(/) {
            complaints.append("asks for the system outside its folder")
        }
        if isLibrary, line.contains(/(?:^|[^.\w])(?:print|debugPrint|dump|NSLog)\(/), !line.contains(/\bfunc\s+\w+\(/) {
            complaints.append("prints")
        }
        // Runtime features newer than the minimum systems: the compiler here cannot detect them, Xcode's refuses them.
        if isLibrary, platform != "Linux", line.contains(/\bisolated deinit\b|\bInlineArray\b|\bTask\.immediate\b/) {
            complaints.append("takes what the oldest systems do not have")
        }
        if line.contains(/\btry!/) { complaints.append("try!") }
        if line.contains(/\bas!/) { complaints.append("as!") }
        if line.contains(/\bfatalError\b/) { complaints.append("fatalError") }
        if line.contains(/@unchecked\s+Sendable|nonisolated\(unsafe\)/), !isExplained(index) {
            complaints.append("steps around the compiler's checks without saying why beside it")
        }
        if line.contains(/nonisolated\(unsafe\)/), !SourceFile.guarding.contains(where: path.hasSuffix) {
            complaints.append("nonisolated(unsafe) is for ThreadConfined and ThreadSafe alone")
        }
        return complaints
    }

    /// Returns `true` if a comment is on the line, or above it with only lines of the same kind between.
    private func isExplained(_ index: Int) -> Bool {
        var line = index
        while line >= 0 {
            if text.hasComment[line] { return true }
            guard line == index || text.code[line].contains(/@unchecked\s+Sendable|nonisolated\(unsafe\)/) else {
                return false
            }
            line -= 1
        }
        return false
    }
}
