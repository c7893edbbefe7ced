import Testing

@Suite("The package matches ARCHITECTURE.md")
struct HouseTests {
    private let plan: Plan
    private let sources: [SourceFile]

    /// The package, read once for all tests.
    private static let house = Result {
        (Plan(architecture: try Tree.package.text("ARCHITECTURE.md")), try Tree.swiftFiles.get())
    }

    init() throws { (plan, sources) = try Self.house.get() }

    @Test("the module table exists, in order and without a cycle")
    func table() {
        #expect(plan.rooms.count >= 20)
        #expect(plan.complaints == [])
    }

    @Test("every folder of a module has its row, and every row its folder")
    func folders() throws {
        let rows = Set(plan.rooms.map { "\($0.folder)/\($0.name)" })
        #expect(try Tree.package.modules().subtracting(rows).sorted() == [])
        #expect(try rows.subtracting(Tree.package.modules()).sorted() == [])
    }

    @Test("Package.swift has the table's dependencies")
    func package() throws {
        #expect(PackageText(try Tree.package.text("Package.swift")).complaints(plan: plan) == [])
    }

    @Test("every file follows the rules")
    func files() {
        #expect(sources.count > 100)
        #expect(sources.flatMap { $0.complaints(plan: plan) } == [])
    }

    @Test("every import in the table is used")
    func used() {
        var unused: [String] = []
        for room in plan.rooms where room.folder != "Ground" {
            let imported = Set(sources.filter { $0.module == room.name }.flatMap(\.imports))
            for name in room.imports where !imported.contains(name) {
                unused.append("\(room.name): never imports \(name)")
            }
        }
        #expect(unused == [])
    }
}
