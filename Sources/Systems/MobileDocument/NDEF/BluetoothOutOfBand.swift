/// The content of a record `application/vnd.bluetooth.le.oob` (Bluetooth Core Specification Supplement, part A): a list
/// of lengths, types and data.
package struct BluetoothOutOfBand: Hashable, Sendable {
    /// The Bluetooth roles that the sender supports and prefers.
    package enum Role: UInt8, Sendable {
        case peripheral, central, bothPreferringPeripheral, bothPreferringCentral
    }

    /// The sender of the record, to whom its roles refer.
    package enum Sender: Sendable { case device, reader }

    package var role: Role
    /// The service UUID, 16 bytes, big-endian; little-endian in the record.
    package var uuid: [UInt8]?
    /// The sender's address, 6 bytes, big-endian; little-endian in the record.
    package var address: [UInt8]?
    /// `true` if the address is random.
    package var isAddressRandom: Bool

    /// The type of the NDEF record.
    package static let recordType = "application/vnd.bluetooth.le.oob"

    private enum Kind {
        static let uuid = 0x07, address = 0x1B, role = 0x1C
    }

    /// Creates the content of a record.
    package init(role: Role, uuid: [UInt8]? = nil, address: [UInt8]? = nil, isAddressRandom: Bool = true) {
        self.role = role
        self.uuid = uuid
        self.address = address
        self.isAddressRandom = address != nil && isAddressRandom
    }

    /// Parses the payload of a record. Unknown types are skipped. Throws `NDEFError`; `missing` without a role.
    package init(_ payload: ArraySlice<UInt8>) throws(NDEFError) {
        var rest = payload
        var found: [Int: ArraySlice<UInt8>] = [:]
        while !rest.isEmpty {
            let start = rest.startIndex
            let count = try NDEFRecord.number(1, &rest)
            // A length of zero ends the list early.
            if count == 0 { break }
            var part = try NDEFRecord.read(count, &rest)
            let kind = try NDEFRecord.number(1, &part)
            guard found.updateValue(part, forKey: kind) == nil || ![Kind.uuid, Kind.address, Kind.role].contains(kind)
            else { throw NDEFError(.notAllowed, at: start, "a type occurs twice") }
        }
        let number = try NDEFError.require(found[Kind.role], .missing, at: payload.startIndex, "the role is missing")
        guard number.count == 1, let role = number.first.flatMap(Role.init(rawValue:)) else {
            throw NDEFError(.notAllowed, at: number.startIndex, "unknown role")
        }
        self.role = role
        uuid = try BluetoothOutOfBand.exactly(16, found[Kind.uuid]).map { $0.reversed() }
        // The address is followed by one byte whose lowest bit marks it as random.
        let value = try BluetoothOutOfBand.exactly(7, found[Kind.address])
        address = value.map { $0.prefix(6).reversed() }
        isAddressRandom = (value?.last ?? 0) & 1 == 1
    }

    private static func exactly(_ count: Int, _ value: ArraySlice<UInt8>?) throws(NDEFError) -> [UInt8]? {
        guard let value else { return nil }
        try NDEFError.require(
            value.count == count, .notAllowed, at: value.startIndex, "a UUID or an address has an invalid length")
        return Array(value)
    }

    /// The payload of the record.
    package var payload: [UInt8] {
        var out: [UInt8] = [2, UInt8(Kind.role), role.rawValue]
        if let uuid { out += [17, UInt8(Kind.uuid)] + uuid.reversed() }
        if let address { out += [8, UInt8(Kind.address)] + address.reversed() + [isAddressRandom ? 1 : 0] }
        return out
    }

    /// Returns the retrieval method that the record describes: its modes are the device's, whoever the sender is.
    package func options(from sender: Sender) -> BluetoothOptions {
        let isPeripheral = role != .central
        let isCentral = role != .peripheral
        var options = BluetoothOptions()
        options.isPeripheral = sender == .device ? isPeripheral : isCentral
        options.isCentral = sender == .device ? isCentral : isPeripheral
        options.peripheralUUID = options.isPeripheral ? uuid : nil
        options.centralUUID = options.isCentral ? uuid : nil
        options.address = address
        return options
    }
}
