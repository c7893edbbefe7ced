/// Where secrets are made from ordinary memory: only in the places that `docs/reference/crypto.md` publishes, none of which is on a hot
/// path.
///
/// Two things are looked for in every Swift file below `Sources`. First, initialisers of a secret type whose parameters hold
/// a `String`, `Data`, `[UInt8]` or a collection of bytes. A secret type is `Secret`, `HMACKey`, and whatever is called
/// …`PrivateKey` or …`AgreementKey`. Second, calls of `Secret(copying:)`, the one such initialiser that everybody may use.
struct SecretSources {
    /// The published files.
    let published: Set<String>

    init(document: String) {
        let table = DocumentTable(["made from ordinary memory", "where", "why it may be"], in: document)
        published = table.files.reduce(into: []) { $0.formUnion($1.paths) }
    }

    func complaints(_ files: [SourceFile]) -> [String] {
        var unused = published
        var complaints: [String] = []
        for file in files {
            let places = SecretSources.places(in: file)
            guard let first = places.first, unused.remove(file.path) == nil else { continue }
            complaints.append(
                "\(file.path):\(first.line): \(first.what), which docs/reference/crypto.md does not publish")
        }
        complaints += unused.sorted().map {
            "\($0): published in docs/reference/crypto.md, and makes no secret from ordinary memory"
        }
        return complaints
    }

    /// Where `file` does so, and how.
    static func places(in file: SourceFile) -> [(line: Int, what: String)] {
        (file.text.holds("copying") ? calls(in: file) : []) + (file.text.holds("init") ? initialisers(in: file) : [])
    }

    private static func calls(in file: SourceFile) -> [(line: Int, what: String)] {
        let all = file.text.code.joined(separator: "\n")
        return all.matches(of: /(?:\bSecret(?:\.init)?|\.init)\(\s*copying\s*:/).map { match in
            (line: all[..<match.range.lowerBound].count { $0 == "\n" } + 1, what: "calls Secret(copying:)")
        }
    }

    private static func initialisers(in file: SourceFile) -> [(line: Int, what: String)] {
        let isSuspect = ["extension Secret", "class Secret", "HMACKey", "PrivateKey", "AgreementKey"].contains(
            where: file.text.holds)
        guard isSuspect else { return [] }
        var places: [(line: Int, what: String)] = []
        /// The types that the line stands in, with the depth of their braces.
        var types: [(name: String, depth: Int)] = []
        var depth = 0
        for (index, line) in file.text.code.enumerated() {
            if let name = declaredType(line) { types.append((name, depth)) }
            if let type = types.last?.name, isSecret(type), line.contains("init") {
                let list = parameters(from: index, in: file.text.code)
                if list.contains(
                    /:\s*(?:borrowing |consuming )?(?:any |some )?(?:String|Data|Substring|StringProtocol|DataProtocol|ContiguousBytes|\[UInt8\]|Array(?:Slice)?<UInt8>|(?:Collection|Sequence)<UInt8>)/
                ) {
                    places.append((index + 1, "gives \(type) an initialiser from ordinary memory"))
                }
            }
            depth += line.utf8.count { $0 == UInt8(ascii: "{") } - line.utf8.count { $0 == UInt8(ascii: "}") }
            while let last = types.last, depth <= last.depth, line.contains("}") { types.removeLast() }
        }
        return places
    }

    /// The type that the line declares or extends.
    private static func declaredType(_ line: String) -> String? {
        let words = line.split(separator: " ")
        guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count else { return nil }
        return String(words[kind + 1].prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" })
    }

    private static let kinds: Set<Substring> = ["class", "struct", "enum", "actor", "extension"]

    private static func isSecret(_ type: String) -> Bool {
        let name = type.split(separator: ".").last ?? ""
        return name == "Secret" || name == "HMACKey" || name.hasSuffix("PrivateKey") || name.hasSuffix("AgreementKey")
    }

    /// The parameter list of the initialiser that begins on `line`.
    private static func parameters(from line: Int, in code: [String]) -> Substring {
        let text = code[line...].prefix(12).joined(separator: " ")
        guard let start = text.firstMatch(of: /\binit(?:<[^>]*>)?\(/)?.range.upperBound else { return "" }
        var depth = 1
        for index in text[start...].indices {
            depth += text[index] == "(" ? 1 : text[index] == ")" ? -1 : 0
            if depth == 0 { return text[start..<index] }
        }
        return text[start...]
    }
}
