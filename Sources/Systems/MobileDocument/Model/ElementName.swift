/// The name of a data element: its namespace, and its identifier in there.
public struct ElementName: Hashable, Sendable, CustomStringConvertible {
    public var nameSpace: String
    public var identifier: String

    public init(_ nameSpace: String, _ identifier: String) {
        self.nameSpace = nameSpace
        self.identifier = identifier
    }

    public var description: String { nameSpace + "/" + identifier }
}
