/// A version of 1 to 4 dot-separated numbers; missing ones are zero. Compares numerically: 1.10 is later than 1.9.
struct DottedVersion: Comparable, Hashable {
    private let parts: [Int]

    init?(_ text: String) {
        let fields = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...4).contains(fields.count) else { return nil }
        var parts: [Int] = []
        for field in fields {
            guard (1...9).contains(field.utf8.count), field.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let part = Int(field)
            else { return nil }
            parts.append(part)
        }
        self.parts = parts + Array(repeating: 0, count: 4 - parts.count)
    }

    static func < (a: DottedVersion, b: DottedVersion) -> Bool { a.parts.lexicographicallyPrecedes(b.parts) }
}
