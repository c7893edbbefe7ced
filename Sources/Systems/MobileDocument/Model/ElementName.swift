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
        a.nameSpace.utf8.elementsEqual(b.nameSpace.utf8) && a.identifier.utf8.elementsEqual(b.identifier.utf8)
    }
}

extension Dictionary where Key == String {
    /// The value of a key of these very bytes.
    func exact(_ key: String) -> Value? {
        guard let index = index(forKey: key), self[index].key.utf8.elementsEqual(key.utf8) else { return nil }
        return self[index].value
    }
}

extension Set<String> {
    /// Whether a text of these very bytes is there.
    func hasExact(_ text: String) -> Bool {
        firstIndex(of: text).map { self[$0].utf8.elementsEqual(text.utf8) } ?? false
    }
}
