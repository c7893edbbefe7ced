extension PassCheck {
    /// Checks that language folders contain only strings and images, and that the strings can be parsed.
    mutating func checkLanguages() {
        for path in files.keys.sorted() {
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count > 1 else { continue }
            guard parts.count == 2, parts[0].hasSuffix(".lproj"), PassCheck.isLanguage(parts[0].dropLast(6)) else {
                warn(.file, path, "Wallet reads language folders only, such as de.lproj.")
                continue
            }
            if parts[1] == "pass.strings" {
                guard let strings = PassStrings(files[path] ?? []) else {
                    add(
                        .language, path,
                        "pass.strings must have lines of the form \"key\" = \"value\"; in UTF-8 or UTF-16.")
                    continue
                }
                if strings.isPlainButNotASCII {
                    warn(.language, path, "For non-ASCII text, UTF-16 with a byte order mark is safest.")
                }
            } else if PassImage(path: path) == nil {
                warn(.file, path, "A language folder can hold only pass.strings and images.")
            }
        }
    }

    /// Returns `true` if the text is a language tag in a form used by folders: `de`, `zh-Hans`, `pt_BR`.
    static func isLanguage(_ text: some StringProtocol) -> Bool {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        return (2...3).contains(parts.first?.utf8.count ?? 0) && parts.count <= 4
            && parts.allSatisfy { part in
                (2...8).contains(part.utf8.count)
                    && part.utf8.allSatisfy { ($0 | 32) >= 97 && ($0 | 32) <= 122 || (48...57).contains($0) }
            }
    }
}
