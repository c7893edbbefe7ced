/// The targets that the text of `Package.swift` declares, with their dependencies.
///
/// The text is parsed, not run, to avoid a second build. A dependency in an unsupported notation is reported as missing.
struct PackageText {
    /// The dependencies by target, without test targets.
    let targets: [String: Set<String>]

    init(_ text: String) {
        var targets: [String: Set<String>] = [:]
        let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
        for match in code.matches(of: /\b(?:module|command|ground)\(\s*"(?<name>[^"]+)"/) {
            let call = PackageText.call(in: code[match.range.lowerBound...])
            targets[String(match.output.name)] = PackageText.list("uses", in: call)
                .union(PackageText.list("ground", in: call)).union(PackageText.list("everywhere", in: call))
        }
        for match in code.matches(of: /\.target\(\s*name:\s*"(?<name>[^"]+)"/) {
            targets[String(match.output.name)] = PackageText.list(
                "dependencies", in: PackageText.call(in: code[match.range.lowerBound...]))
        }
        self.targets = targets
    }

    /// Returns the text from the name to the parenthesis that closes its first one.
    private static func call(in text: Substring) -> Substring {
        var depth = 0
        for index in text.indices {
            if text[index] == "(" { depth += 1 }
            if text[index] == ")" {
                depth -= 1
                if depth == 0 { return text[...index] }
            }
        }
        return text
    }

    private static func list(_ label: String, in call: Substring) -> Set<String> {
        guard let start = call.firstRange(of: label + ": [")?.upperBound, let end = call[start...].firstIndex(of: "]")
        else {
            return []
        }
        return Set(call[start..<end].matches(of: /"(?<name>[^"]+)"/).map { String($0.output.name) })
    }

    /// Returns the differences between the package and the plan.
    func complaints(plan: Plan) -> [String] {
        var complaints: [String] = []
        for room in plan.rooms {
            guard let dependencies = targets[room.name] else {
                complaints.append("\(room.name): in the table, not in Package.swift")
                continue
            }
            let listed = Set(room.imports)
            for name in dependencies.subtracting(listed).sorted() {
                complaints.append("\(room.name): depends on \(name) in Package.swift, not in the table")
            }
            for name in listed.subtracting(dependencies).sorted() {
                complaints.append("\(room.name): imports \(name) in the table, not in Package.swift")
            }
        }
        for name in targets.keys.sorted() where plan.room(name) == nil {
            complaints.append("\(name): in Package.swift, not in the table")
        }
        return complaints
    }
}
