/// The dependencies between the folders of one module, by the types they use.
///
/// A folder is the first component of a file's path below the module; files outside folders belong to `.`. Only types count that
/// are declared at the top level and are not private.
struct FolderGraph {
    /// A use of a type that another folder declares.
    struct Use: Hashable {
        let file: String
        let type: String
    }

    /// The folders that each folder uses, each with the first use.
    private(set) var uses: [String: [String: Use]] = [:]

    /// Creates the graph of the module with these files.
    init(_ files: [SourceFile]) {
        let names = files.map { TypeNames($0.text) }
        var owners: [String: Set<String>] = [:]
        for (file, names) in zip(files, names) {
            uses[file.moduleFolder] = [:]
            for name in names.declared { owners[name, default: []].insert(file.moduleFolder) }
        }
        for (file, names) in zip(files, names) {
            for name in names.used.sorted() {
                // A name declared in both places refers to the nearer one.
                guard let owners = owners[name], !owners.contains(file.moduleFolder) else { continue }
                for owner in owners where uses[file.moduleFolder]?[owner] == nil {
                    uses[file.moduleFolder]?[owner] = Use(file: file.path, type: name)
                }
            }
        }
    }

    /// A shortest cycle of folders, one line for each use in it; empty when there is none.
    var circle: [String] {
        let circles = uses.keys.sorted().compactMap { path(from: $0, to: $0) }
        guard let shortest = circles.min(by: { $0.count < $1.count }) else { return [] }
        return zip(shortest, shortest.dropFirst()).compactMap { folder, next in
            uses[folder]?[next].map { "\(folder) uses \(next): \($0.type) in \($0.file)" }
        }
    }

    /// Returns the folders of a shortest path of at least one use.
    private func path(from start: String, to goal: String) -> [String]? {
        var paths = [[start]]
        var seen: Set<String> = []
        while !paths.isEmpty {
            let path = paths.removeFirst()
            for next in (uses[path.last ?? start] ?? [:]).keys.sorted() {
                if next == goal { return path + [next] }
                if seen.insert(next).inserted { paths.append(path + [next]) }
            }
        }
        return nil
    }
}

/// The names of types in one file.
private struct TypeNames {
    /// The names that the rest of the module can use.
    private(set) var declared: Set<String> = []
    /// The names that the file uses and does not declare itself, at any level.
    private(set) var used: Set<String> = []

    private static let keywords: Set<String> = ["struct", "class", "enum", "actor", "protocol", "typealias"]

    init(_ text: SwiftText) {
        var own: Set<String> = []
        for line in text.code {
            var previous = ""
            var isPrivate = false
            for word in TypeNames.words(line) {
                if word == "private" || word == "fileprivate" { isPrivate = true }
                if TypeNames.keywords.contains(previous) {
                    own.insert(word)
                    if !isPrivate, line.utf8.first != UInt8(ascii: " ") { declared.insert(word) }
                } else if word.utf8.first.map({ (0x41...0x5A).contains($0) }) ?? false {
                    used.insert(word)
                }
                previous = word
            }
        }
        used.subtract(own)
    }

    /// Returns the identifiers of a line, except members after a dot.
    private static func words(_ line: String) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        var isMember = false
        for byte in line.utf8 {
            let isPart =
                (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
                || byte == UInt8(ascii: "_")
            if isPart {
                word.append(byte)
                continue
            }
            if !word.isEmpty, !isMember { words.append(String(decoding: word, as: UTF8.self)) }
            word.removeAll(keepingCapacity: true)
            isMember = byte == UInt8(ascii: ".")
        }
        if !word.isEmpty, !isMember { words.append(String(decoding: word, as: UTF8.self)) }
        return words
    }
}

extension SourceFile {
    /// The folder of the module that contains the file; `.` outside folders.
    var moduleFolder: String {
        let parts = path.split(separator: "/")
        return parts.count > 3 ? String(parts[2]) : "."
    }
}
