/// The rules for file names in an archive.
enum ZipName {
    static let longest = 255

    /// Returns `true` if a file of that name stays inside the destination folder on every system.
    static func isGood(_ name: String) -> Bool {
        guard (1...longest).contains(name.utf8.count), !name.hasPrefix("/"),
            name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0 != "\\" && $0 != ":" && $0.value != 0x7F })
        else { return false }
        return name.split(separator: "/", omittingEmptySubsequences: false)
            .allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    }
}
