/// Which pass: its type and its number, as devices name it.
public struct PassKey: Hashable, Sendable {
    public let type: String
    public let serial: String

    public init(type: String, serial: String) {
        self.type = type
        self.serial = serial
    }
}

extension PassKey: Comparable {
    /// An order for those who take several at a time.
    public static func < (a: PassKey, b: PassKey) -> Bool { (a.type, a.serial) < (b.type, b.serial) }
}

extension StoredPass {
    public var key: PassKey { PassKey(type: passTypeIdentifier, serial: serialNumber) }
}
