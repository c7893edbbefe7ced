/// The type and serial number that identify a pass.
package struct PassKey: Hashable, Sendable {
    package let type: String
    package let serial: String

    init(type: String, serial: String) {
        self.type = type
        self.serial = serial
    }
}

extension PassKey: Comparable {
    /// A total order, so that transactions lock several passes in the same order.
    package static func < (a: PassKey, b: PassKey) -> Bool { (a.type, a.serial) < (b.type, b.serial) }
}

extension StoredPass {
    package var key: PassKey { PassKey(type: passTypeIdentifier, serial: serialNumber) }
}
