/// Which pass: its type and its number, as devices name it.
package struct PassKey: Hashable, Sendable {
    package let type: String
    package let serial: String

    init(type: String, serial: String) {
        self.type = type
        self.serial = serial
    }
}

extension PassKey: Comparable {
    /// An order for those who take several at a time.
    package static func < (a: PassKey, b: PassKey) -> Bool { (a.type, a.serial) < (b.type, b.serial) }
}

extension StoredPass {
    package var key: PassKey { PassKey(type: passTypeIdentifier, serial: serialNumber) }
}
