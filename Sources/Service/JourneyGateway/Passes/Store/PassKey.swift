/// Which pass: its type and its number, as devices name it.
public struct PassKey: Hashable, Sendable {
    public let type: String
    public let serial: String

    public init(type: String, serial: String) {
        self.type = type
        self.serial = serial
    }
}

extension StoredPass {
    public var key: PassKey { PassKey(type: passTypeIdentifier, serial: serialNumber) }
}
