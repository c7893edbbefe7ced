import JourneyCLI
import PaymentQR

/// The objects of a merchant's code on the command line, such as `26.00=com.example.bank`.
enum PaymentCodeObjects {
    /// Returns the identifiers and the value, or `nil` if `word` is no object.
    static func split(_ word: String) -> (path: [String], value: String)? {
        guard let sign = word.firstIndex(of: "=") else { return nil }
        let path = word[..<sign].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let areIDs = path.allSatisfy { $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        guard (1...3).contains(path.count), areIDs else { return nil }
        return (path, String(word[word.index(after: sign)...]))
    }

    /// Returns the objects, those of each template in the order given.
    static func objects(_ words: [String]) throws(CommandError) -> [CodeObject] {
        var parts: [(path: [String], value: String)] = []
        for word in words {
            guard let part = split(word) else {
                throw CommandError.badInput(
                    .objectInvalid, "An object is two digits, = and a value, such as 59=SHOP or 26.00=com.example.bank."
                )
            }
            parts.append(part)
        }
        return assembled(parts)
    }

    private static func assembled(_ parts: [(path: [String], value: String)]) -> [CodeObject] {
        var objects: [CodeObject] = []
        var done: Set<String> = []
        for part in parts {
            let id = part.path[0]
            guard part.path.count > 1 else {
                objects.append(CodeObject(id, part.value))
                continue
            }
            guard done.insert(id).inserted else { continue }
            let inner = parts.filter { $0.path.count > 1 && $0.path[0] == id }
            objects.append(CodeObject(id, assembled(inner.map { (Array($0.path.dropFirst()), $0.value) })))
        }
        return objects
    }
}
