/// What a record `application/vnd.bluetooth.le.oob` says (Bluetooth Core Specification Supplement, part A): a list of lengths,
/// types and data.
package struct BluetoothOutOfBand: Hashable, Sendable {
    /// What who sends it can be, and prefers.
    package enum Role: UInt8, Sendable {
        case peripheral, central, bothPreferringPeripheral, bothPreferringCentral
    }

    /// Who sends it: roles are the sender's own.
    package enum Sender: Sendable { case device, reader }

    package var role: Role
    /// The service's UUID, 16 bytes, the highest first. In the record it stands the other way round.
    package var uuid: [UInt8]?
    /// The sender's address, 6 bytes, the highest first. In the record it stands the other way round.
    package var address: [UInt8]?
    /// Whether the address is a random one.
    package var isAddressRandom: Bool

    /// The type of a record of it.
    package static let recordType = "application/vnd.bluetooth.le.oob"

    private enum Kind {
        static let uuid = 0x07, address = 0x1B, role = 0x1C
    }

    /// What a record of these parts says.
    package init(role: Role, uuid: [UInt8]? = nil, address: [UInt8]? = nil, isAddressRandom: Bool = true) {
        self.role = role
        self.uuid = uuid
        self.address = address
        self.isAddressRandom = address != nil && isAddressRandom
    }

    /// What `payload` says. Types that are not known are skipped. Throws `NDEFError`; `missing` when it names no role.
    package init(_ payload: ArraySlice<UInt8>) throws(NDEFError) {
        var rest = payload
        var found: [Int: ArraySlice<UInt8>] = [:]
        while !rest.isEmpty {
            let start = rest.startIndex
            let count = try NDEFRecord.number(1, &rest)
            // A length of zero ends the list early.
            if count == 0 { break }
            var part = try NDEFRecord.take(count, &rest)
            let kind = try NDEFRecord.number(1, &part)
            guard found.updateValue(part, forKey: kind) == nil || ![Kind.uuid, Kind.address, Kind.role].contains(kind)
            else { throw NDEFError(.notAllowed, at: start, "a type that is there twice") }
        }
        let number = try NDEFError.require(found[Kind.role], .missing, at: payload.startIndex, "the role is not there")
        guard number.count == 1, let role = number.first.flatMap(Role.init(rawValue:)) else {
            throw NDEFError(.notAllowed, at: number.startIndex, "a role that is not known")
        }
        self.role = role
        uuid = try BluetoothOutOfBand.exactly(16, found[Kind.uuid]).map { $0.reversed() }
        // The address, then one byte whose lowest bit says that it is random.
        let value = try BluetoothOutOfBand.exactly(7, found[Kind.address])
        address = value.map { $0.prefix(6).reversed() }
        isAddressRandom = (value?.last ?? 0) & 1 == 1
    }

    private static func exactly(_ count: Int, _ value: ArraySlice<UInt8>?) throws(NDEFError) -> [UInt8]? {
        guard let value else { return nil }
        try NDEFError.require(
            value.count == count, .notAllowed, at: value.startIndex, "a UUID or an address of another length")
        return Array(value)
    }

    /// The payload of a record.
    package var payload: [UInt8] {
        var out: [UInt8] = [2, UInt8(Kind.role), role.rawValue]
        if let uuid { out += [17, UInt8(Kind.uuid)] + uuid.reversed() }
        if let address { out += [8, UInt8(Kind.address)] + address.reversed() + [isAddressRandom ? 1 : 0] }
        return out
    }

    /// The method of retrieval that it stands for: modes are the device's, whoever sent it.
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
