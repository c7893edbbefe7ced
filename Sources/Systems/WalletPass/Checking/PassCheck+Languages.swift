extension PassCheck {
    /// Folders of languages hold strings and pictures; the strings can be read.
    mutating func checkLanguages() {
        for path in files.keys.sorted() {
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count > 1 else { continue }
            guard parts.count == 2, parts[0].hasSuffix(".lproj"), PassCheck.isLanguage(parts[0].dropLast(6)) else {
                warn(.file, path, "Wallet looks into folders of languages only, such as de.lproj.")
                continue
            }
            if parts[1] == "pass.strings" {
                guard let strings = PassStrings(files[path] ?? []) else {
                    add(.language, path, "pass.strings has lines of the form \"key\" = \"value\"; in UTF-8 or UTF-16.")
                    continue
                }
                if strings.isPlainButNotASCII {
                    warn(.language, path, "Texts beyond ASCII are safest in UTF-16 with its mark.")
                }
            } else if PassImage(path: path) == nil {
                warn(.file, path, "A language's folder holds pass.strings and pictures.")
            }
        }
    }

    /// A language tag as folders have it: `de`, `zh-Hans`, `pt_BR`.
    static func isLanguage(_ text: some StringProtocol) -> Bool {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        return (2...3).contains(parts.first?.utf8.count ?? 0) && parts.count <= 4
            && parts.allSatisfy { part in
                (2...8).contains(part.utf8.count)
                    && part.utf8.allSatisfy { ($0 | 32) >= 97 && ($0 | 32) <= 122 || (48...57).contains($0) }
            }
    }
}
