/// One declaration of a stub module, with the documentation page and the minimum system versions above it.
struct StubDeclaration: Hashable {
    let framework: String
    /// The name, qualified by the enclosing type.
    let name: String
    /// The minimum iOS version; `nil` when the declaration is unavailable.
    let iOS: String?
    let macOS: String?
    let page: String

    /// The row of the availability list.
    var row: String { "| \(framework) | `\(name)` | \(iOS ?? "–") | \(macOS ?? "–") | \(page) |" }

    /// Returns the declarations in `text`, a file of `framework`'s stub, and the file's errors. Each declaration needs a line `//
    /// Apple: page` above it, and an `@available` of its own or of its enclosing type.
    static func read(_ text: String, framework: String) -> (found: [StubDeclaration], complaints: [String]) {
        var found: [StubDeclaration] = []
        var complaints: [String] = []
        var around: (name: String, systems: Systems)?
        var page: String?
        var systems: Systems?
        for line in text.split(separator: "\n") {
            let code = line.drop { $0 == " " }
            if code.hasPrefix("// Apple: ") {
                (page, systems) = (String(code.dropFirst("// Apple: ".count)), nil)
            } else if code.hasPrefix("@available(") {
                systems = Systems(code)
            } else if !code.hasPrefix("//"), let name = name(in: code) {
                let isOutside = !line.hasPrefix(" ")
                if isOutside {
                    if page == nil { complaints.append("\(framework): \(name) names no page") }
                    if systems == nil { complaints.append("\(framework): \(name) says no first systems") }
                    around = systems.map { (name, $0) }
                }
                if let page, let around {
                    let first = systems ?? around.systems
                    found.append(
                        StubDeclaration(
                            framework: framework, name: isOutside ? name : "\(around.name).\(name)", iOS: first.iOS,
                            macOS: first.macOS, page: page))
                }
                (page, systems) = (nil, nil)
            }
        }
        return (found, complaints)
    }

    private struct Systems {
        let iOS: String?
        let macOS: String?

        init(_ attribute: Substring) {
            iOS = attribute.firstMatch(of: /\biOS ([0-9.]+)/).map { String($0.output.1) }
            macOS = attribute.firstMatch(of: /\bmacOS ([0-9.]+)/).map { String($0.output.1) }
        }
    }

    /// Returns the name that a line declares; `nil` for lines without an independent declaration.
    private static func name(in code: Substring) -> String? {
        let pattern =
            /^(?:@\w+(?:\([^)]*\))?\s+|(?:public|open|nonisolated(?:\(unsafe\))?|static|weak|override|convenience|required|final|class(?= func| var))\s+)*(?:(?:struct|class|enum|protocol|func|let|var|typealias|extension|case)\s+`?(?<name>[\w.]+)|(?<initialiser>init)\b)/
        guard let match = code.firstMatch(of: pattern) else { return nil }
        return match.output.name.map(String.init) ?? "init"
    }

    /// Returns `true` if the declaration is available in `iOS` and `macOS`, a package's minimum versions.
    func isThere(iOS oldestIOS: Int, macOS oldestMacOS: Int) -> Bool {
        func major(_ version: String?) -> Int { version.flatMap { Int($0.prefix { $0 != "." }) } ?? 0 }
        return major(iOS) <= oldestIOS && major(macOS) <= oldestMacOS
    }
}
