import Foundation
import Testing

@Suite("docs/evidence/masvs.md is accurate")
struct MASVSTests {
    private let document: String
    private let rows: [[String]]

    init() throws {
        document = try Tree.package.text("docs/evidence/masvs.md")
        rows = DocumentTable(["control", "met by", "test here", "only on a device"], in: document).rows
    }

    /// The controls of version 2, by group.
    private static let groups = [
        ("STORAGE", 2), ("CRYPTO", 2), ("AUTH", 3), ("NETWORK", 2), ("PLATFORM", 3), ("CODE", 4), ("RESILIENCE", 4),
        ("PRIVACY", 4),
    ]

    @Test("the 24 controls are listed once, in order, with their evidence and device-only parts")
    func controls() {
        let all = Self.groups.flatMap { group, count in (1...count).map { "\(group)-\($0)" } }
        #expect(all.count == 24)
        #expect(rows.map { $0[0].prefix { $0 != ":" }.description } == all)
        #expect(rows.allSatisfy { $0.count == 4 && $0.allSatisfy { !$0.isEmpty } })
    }

    @Test("every control names a test, and every named test exists")
    func tests() throws {
        for row in rows {
            let names = RequirementTests.sentences(in: row[2])
            #expect(!names.isEmpty, "\(row[0])")
            #expect(try RequirementTests.missing(names) == [], "\(row[0])")
        }
    }

    @Test("the oldest systems are those that Package.swift and the documents state")
    func oldest() throws {
        let package = try Tree.package.text("Package.swift")
        let match = try #require(package.firstMatch(of: /\.iOS\(\.v(\d+)\), \.macOS\(\.v(\d+)\)/))
        let sentence = "iOS \(match.output.1) and macOS \(match.output.2) are the oldest systems"
        #expect(document.contains(sentence))
        #expect(try Tree.package.text("docs/explanation/apple.md").contains(sentence))
    }

    @Test("the package depends on no other package")
    func dependencies() throws {
        let manifest = try Tree.package.text("Package.swift")
        let package = SwiftText(manifest).code.joined(separator: "\n")
        // The only one names a module of this package, installed beside it for its framework.
        #expect(package.components(separatedBy: ".package(").count == 2)
        #expect(manifest.contains("dependencies: needed.map { .package(path: \"../\\($0)\") }, targets: [module])"))
        #expect(!package.contains(".binaryTarget("))
        #expect(!FileManager.default.fileExists(atPath: Tree.package.root.path + "/Package.resolved"))
    }

    @Test("no file of the package contains an apparent secret")
    func secrets() throws {
        let listed = try FileManager.default.subpathsOfDirectory(
            atPath: Tree.package.root.appendingPathComponent("docs").path)
        var paths = listed.map { "docs/" + $0 }
        for folder in ["Sources", "scripts", ".github", ".ci"] {
            let found = try FileManager.default.subpathsOfDirectory(atPath: Tree.package.root.path + "/" + folder)
            paths += found.map { "\(folder)/\($0)" }
        }
        paths += [
            "Package.swift", "Makefile", "README.md", "CHANGELOG.md", "SECURITY.md", "CONTRIBUTING.md", "journey",
        ]
        var complaints: [String] = []
        var read = 0
        for path in paths {
            guard let text = FileManager.default.contents(atPath: Tree.package.root.path + "/" + path) else { continue }
            read += 1
            complaints += SecretPatterns.complaints(path, text)
        }
        #expect(read > 500)
        #expect(complaints == [])
    }

    @Test(
        "an apparent secret is reported once with its line",
        arguments: [
            "-----BEGIN EC " + "PRIVATE KEY-----\nMHcCAQEEIAbcdefghijklmnopqrstuvwxyz0123456789ABCD",
            "AKIA" + "IOSFODNN7EXAMPLE",
            "gh" + "p_0123456789abcdefghijklmnopqrstuvwxyz", "xox" + "b-123456789012-abc",
            "sk_" + "live_0123456789abcdef",
            "AIza" + "SyA0123456789abcdefghijklmnopqrstuv", "postgres" + "://app:hunter2hunter@db.example/x",
            "eyJ" + "hbGciOiJFUzI1NiJ9.eyJ" + "zdWIiOiIxMjM0NTY3ODkwIn0.MEUCIQDabcdefghijklmnopqrstuvwxyz01",
            "client_secret" + ": \"0123456789abcdef01234567\"",
        ])
    func looks(text: String) {
        #expect(SecretPatterns.complaints("a", Data("first\n\(text)\n".utf8)).count == 1)
        #expect(SecretPatterns.complaints("a", Data("first\n\(text)\n".utf8))[0].hasPrefix("a:2:"))
    }

    @Test(
        "a text that only resembles a secret is not reported",
        arguments: [
            "-----BEGIN PRIVATE KEY-----", "AKIA", "https://user@example.com/", "xoxo-", "sk_live_",
            "eyJhbGciOiJFUzI1NiJ9",
            "client_secret = \"\\(secret)\"",
            "-----BEGIN PUBLIC KEY-----\nMHcCAQEEIAbcdefghijklmnopqrstuvwxyz0123456789ABCD",
        ])
    func nearMisses(text: String) {
        #expect(SecretPatterns.complaints("a", Data(text.utf8)) == [])
    }

    /// Ways in which an app exposes data to other apps.
    private static var loose: Regex<Substring> {
        /(?:^|\W)(?:(?:UserDefaults|NSUserDefaults|NSLog|os_log|OSLog|UIPasteboard|NSPasteboard|NSUbiquitousKeyValueStore|syslog)(?:\W|$)|Logger\(|HTTPCookieStorage\.shared|URLCache\.shared|URLSession\.shared)|(?:^|[^.\w])(?:print|debugPrint|puts|putchar|fputs|fprintf|vprintf|printf)\(/
    }

    /// The tokens that a file must contain before its lines are searched.
    private static let looseTokens = [
        "UserDefaults", "NSLog", "os_log", "OSLog", "Pasteboard", "NSUbiquitous", "syslog", "Logger(",
        "HTTPCookieStorage",
        "URLCache", "URLSession.shared", "print(", "rint(", "puts(", "putchar", "printf",
    ]
    private static let writingTokens = [
        "FileHandle", ".write(to:", "createFile(", "O_CREAT", "write(", "SecItemAdd(", "openlog(", "Pipe()",
        "posix_spawn",
    ]

    /// Returns the library files that contain one of `tokens`.
    private static func libraries(with tokens: [String]) throws -> [SourceFile] {
        let needles = tokens.map { Data($0.utf8) }
        return try Tree.swiftFiles.get().filter { file in
            guard ["Base", "Device", "Systems", "Service"].contains(file.folder) else { return false }
            let text = FileManager.default.contents(atPath: "\(Tree.package.root.path)/Sources/\(file.path)") ?? Data()
            return needles.contains { text.range(of: $0) != nil }
        }
    }

    @Test("the libraries store and print nothing in a way that others can read")
    func looseEnds() throws {
        let found = try Self.libraries(with: Self.looseTokens).flatMap { file in
            file.text.code.enumerated().filter { $0.element.contains(Self.loose) && !$0.element.contains("func ") }.map
            {
                "\(file.path):\($0.offset + 1)"
            }
        }
        #expect(found == [])
        for line in [
            "UserDefaults.standard.set(a)", "NSLog(a)", "  print(a)", "Logger(subsystem: a)", "fputs(a, stderr)",
        ] {
            #expect(line.contains(Self.loose), "\(line)")
        }
        for line in ["terminal.print(a)", "imprint(a)", "log.record(a)", "let printer = 1"] {
            #expect(!line.contains(Self.loose), "\(line)")
        }
    }

    @Test("every library file that writes data is listed in the table of outputs")
    func sinks() throws {
        let table = DocumentTable(["writes", "where", "looked into as"], in: document)
        let listed = table.files.reduce(into: Set<String>()) { $0.formUnion($1.paths) }
        let writes =
            /FileHandle|\.write\(to:|createFile\(|O_CREAT|(?:Glibc|Darwin)\.write\(|SecItemAdd\(|(?:^|[^.\w])write\(file,|openlog\(|(?:^|\W)Pipe\(\)|posix_spawn/
        let found = try Self.libraries(with: Self.writingTokens).filter { file in
            file.text.code.contains { $0.contains(writes) }
        }
        #expect(Set(found.map(\.path)).subtracting(listed).sorted() == [], "say where the canary looks into it")
        #expect(listed.subtracting(found.map(\.path)).sorted() == [], "writes nothing")
    }
}
