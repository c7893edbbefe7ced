/// The plan of the modules in `ARCHITECTURE.md`: one row of its table for each module.
struct Plan {
    struct Room: Equatable {
        let folder: String
        let name: String
        let imports: [String]
    }

    /// The folders from the lowest to the highest.
    static let folders = ["Ground", "Base", "Device", "Systems", "Service", "Tools"]

    /// The only systems that may depend on another.
    static let systemsThatKnowAnother: Set<[String]> = [
        ["HSBCPartnerSDK", "JourneyLanguage"], ["CredentialSharing", "MobileDocument"],
        ["ProntoWalletSDK", "WalletPass"],
    ]

    let rooms: [Room]

    init(rooms: [Room]) { self.rooms = rooms }

    /// Parses the rows of the table with the head `| folder | module | what it holds | imports |`.
    init(architecture text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let head = lines.firstIndex { Plan.cells($0) == ["folder", "module", "what it holds", "imports"] }
        let rows = lines.dropFirst((head ?? lines.endIndex - 1) + 2).prefix { $0.hasPrefix("|") }
        rooms = rows.map(Plan.cells).filter { $0.count == 4 }.map { cells in
            let imports = cells[3].split(separator: ",").map(Plan.trimmed).filter { $0 != "–" && !$0.isEmpty }
            return Room(folder: cells[0], name: cells[1], imports: imports)
        }
    }

    func room(_ name: String) -> Room? { rooms.first { $0.name == name } }

    /// The errors of the plan itself: order, cycles, missing and duplicate names.
    var complaints: [String] {
        var complaints: [String] = []
        for (index, room) in rooms.enumerated() {
            guard let level = Plan.folders.firstIndex(of: room.folder) else {
                complaints.append("\(room.name): there is no folder \(room.folder)")
                continue
            }
            if rooms[..<index].contains(where: { $0.name == room.name }) {
                complaints.append("\(room.name): listed twice")
            }
            for name in room.imports {
                guard let other = self.room(name), let otherLevel = Plan.folders.firstIndex(of: other.folder) else {
                    complaints.append("\(room.name): imports \(name), which is not in the table")
                    continue
                }
                if otherLevel > level { complaints.append("\(room.name): imports \(name) from a folder below its own") }
                if room.folder == "Systems", other.folder == "Systems",
                    !Plan.systemsThatKnowAnother.contains([room.name, name])
                {
                    complaints.append("\(room.name): a system must not import the system \(name)")
                }
            }
            if reaches(room.name, from: room.imports) { complaints.append("\(room.name): imports itself in a circle") }
        }
        return complaints
    }

    private func reaches(_ goal: String, from start: [String]) -> Bool {
        var seen: Set<String> = []
        var open = start
        while let name = open.popLast() {
            if name == goal { return true }
            if seen.insert(name).inserted { open += room(name)?.imports ?? [] }
        }
        return false
    }

    private static func cells(_ line: Substring) -> [String] {
        guard line.hasPrefix("|"), line.hasSuffix("|") else { return [] }
        return line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map(trimmed)
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " || $0 == "`" }.reversed().drop { $0 == " " || $0 == "`" }.reversed())
    }
}
