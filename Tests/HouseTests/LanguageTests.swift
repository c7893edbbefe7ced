import Testing

/// Checks sections 1 to 4 of the language page, as far as a program can.
@Suite("Names, doc comments and sentences follow the language page")
struct LanguageTests {
    @Test("types, doc comments and sentences in the sources keep the rules")
    func sources() throws {
        let files = try Tree.swiftFiles.get()
        #expect(files.count > 100)
        #expect(files.flatMap { LanguageRules(path: $0.path, text: $0.source).complaints(code: $0.text.code) } == [])
    }

    @Test("no two modules have a public type of the same name")
    func duplicates() throws {
        var modules: [String: Set<String>] = [:]
        for file in try Tree.swiftFiles.get() where file.folder != "Ground" {
            // A declaration without indentation is not a member of another type.
            for line in file.text.code where line.first.map({ $0 != " " }) == true {
                for type in LanguageRules.types(in: line) where type.isPublic {
                    modules[type.name, default: []].insert(file.module)
                }
            }
        }
        #expect(modules.count > 200)
        let repeated = modules.filter { $0.value.count > 1 && LanguageTests.sharedNames[$0.key] == nil }
        #expect(repeated.map { "\($0.key): \($0.value.sorted()): give each the name of what it is" }.sorted() == [])
    }

    /// Names that a design document assigns to one module, and that another cannot change either.
    private static let sharedNames = [
        "Route": "CashBaba's navigation has it by its design; the server's is the HTTP term."
    ]

    @Test(
        "a broken rule is reported, and a correct line is not",
        arguments: [
            ("struct CardDesk {}", 1), ("struct CardService {}", 0), ("final class PassTown {}", 1),
            ("enum Townsend {}", 0),
            ("struct PushStandIn {}", 1), ("struct Standing {}", 0),
            ("/// What the server does.\nfunc a() {}", 1), ("/// Serves requests.\nfunc a() {}", 0),
            ("/// Whether it is there.\nvar a: Bool", 1), ("/// `true` while it is there.\nvar a: Bool", 0),
            ("/// Whatever is there.\nvar a: Bool", 0), ("// What stands here is no doc comment.\nvar a: Bool", 0),
            ("/// Sends.\npublic func a(_ b: Int, c: Int) {}", 1), ("/// Sends.\nfunc a(_ b: Int, c: Int) {}", 0),
            ("/// Sends.\npublic func a(_ b: Int) {}", 0), ("/// Sends.\npublic func a(_ b: (Int, Int)) {}", 0),
            ("/// Sends.\n///\n/// - Parameters:\n///   - b: A.\n///   - c: B.\npublic func a(_ b: Int, c: Int) {}", 0),
            ("/// Sends.\npublic func a() throws {}", 1),
            ("/// Sends.\npublic func a() async throws(JourneyError) -> Int {", 1),
            ("/// Sends.\n///\n/// - Throws: `JourneyError`.\npublic func a() throws {}", 0),
            ("/// Sends.\npublic func a(_ b: () throws -> Void) {}", 0), ("/// Sends.\npublic init() throws {}", 1),
            ("/// Sends.\n@discardableResult\npublic func a() throws {}", 1),
            ("/// A pair.\npublic struct A<B, C> {}", 0),
            ("let a = \"The answer makes no sense.\"", 1), ("// \"The answer makes no sense.\"\nlet a = 1", 0),
            ("let a = \"The body is not the documented JSON.\"", 0),
        ])
    func complaints(_ text: String, _ count: Int) {
        let found = LanguageRules(path: "A.swift", text: text).complaints(code: SwiftText(text).code)
        #expect(found.count == count, "\(found)")
    }
}
