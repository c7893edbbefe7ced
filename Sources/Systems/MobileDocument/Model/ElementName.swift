/// The name of a data element: its namespace and its identifier in the namespace.
public struct ElementName: Hashable, Sendable, CustomStringConvertible {
    /// The namespace.
    public var nameSpace: String
    /// The identifier in the namespace.
    public var identifier: String

    /// Creates a name.
    ///
    /// - Parameters:
    ///   - nameSpace: The namespace.
    ///   - identifier: The identifier in the namespace.
    public init(_ nameSpace: String, _ identifier: String) {
        self.nameSpace = nameSpace
        self.identifier = identifier
    }

    public var description: String { nameSpace + "/" + identifier }

    /// Returns `true` if both names have the same bytes: Unicode treats some different names as equal.
    ///
    /// - Parameters:
    ///   - a: A name.
    ///   - b: Another name.
    public static func == (a: ElementName, b: ElementName) -> Bool {
        a.identifier.hasSameBytes(as: b.identifier) && a.nameSpace.hasSameBytes(as: b.nameSpace)
    }
}

extension Dictionary where Key == String {
    /// Returns the value of a key with exactly these bytes.
    func exact(_ key: String) -> Value? {
        guard let index = index(forKey: key), self[index].key.hasSameBytes(as: key) else { return nil }
        return self[index].value
    }
}

extension Set<String> {
    /// Returns `true` if the set contains a text with exactly these bytes.
    func hasExact(_ text: String) -> Bool {
        firstIndex(of: text).map { self[$0].hasSameBytes(as: text) } ?? false
    }
}

extension String {
    /// Returns `true` if both texts have the same bytes. Contiguous texts, as nearly all are, are compared at once.
    func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let answer = utf8.withContiguousStorageIfAvailable { own in
            other.utf8.withContiguousStorageIfAvailable { own.elementsEqual($0) }
        }
        return (answer ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}
