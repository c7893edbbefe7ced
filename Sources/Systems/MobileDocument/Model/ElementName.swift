/// The name of a data element: its namespace, and its identifier in there.
public struct ElementName: Hashable, Sendable, CustomStringConvertible {
    public var nameSpace: String
    public var identifier: String

    public init(_ nameSpace: String, _ identifier: String) {
        self.nameSpace = nameSpace
        self.identifier = identifier
    }

    public var description: String { nameSpace + "/" + identifier }

    /// Byte for byte: Unicode holds texts equal that are other names.
    public static func == (a: ElementName, b: ElementName) -> Bool {
        a.identifier.hasSameBytes(as: b.identifier) && a.nameSpace.hasSameBytes(as: b.nameSpace)
    }
}

extension Dictionary where Key == String {
    /// The value of a key of these very bytes.
    func exact(_ key: String) -> Value? {
        guard let index = index(forKey: key), self[index].key.hasSameBytes(as: key) else { return nil }
        return self[index].value
    }
}

extension Set<String> {
    /// Whether a text of these very bytes is there.
    func hasExact(_ text: String) -> Bool {
        firstIndex(of: text).map { self[$0].hasSameBytes(as: text) } ?? false
    }
}

extension String {
    /// Byte for byte. Texts whose bytes are at hand, as nearly all are, are compared in one go.
    func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let answer = utf8.withContiguousStorageIfAvailable { own in
            other.utf8.withContiguousStorageIfAvailable { own.elementsEqual($0) }
        }
        return (answer ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}
