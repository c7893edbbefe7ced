import JourneyCBOR

/// The options for Bluetooth Low Energy (ISO/IEC 18013-5, section 8.2.1.1, table 3).
public struct BluetoothOptions: Hashable, Sendable {
    /// The service UUID for the device as the server, 16 bytes, big-endian; `nil` when it never is, or names no UUID.
    package var peripheralUUID: [UInt8]?
    /// The service UUID for the reader as the server, 16 bytes, big-endian.
    public var centralUUID: [UInt8]?
    /// `true` if the device can be the server.
    package var isPeripheral: Bool
    /// `true` if the device can be the client.
    package var isCentral: Bool
    /// The device's Bluetooth address, 6 bytes.
    public var address: [UInt8]?
    /// The PSM of the server's L2CAP channel (second edition).
    package var channel: UInt64?

    /// Creates options with a UUID for each mode that the device offers.
    ///
    /// - Parameters:
    ///   - peripheralUUID: The service UUID for the device as the server, 16 bytes, big-endian.
    ///   - centralUUID: The service UUID for the reader as the server, 16 bytes, big-endian.
    ///   - address: The device's Bluetooth address, 6 bytes.
    ///   - channel: The PSM of the server's L2CAP channel.
    public init(
        peripheralUUID: [UInt8]? = nil, centralUUID: [UInt8]? = nil, address: [UInt8]? = nil, channel: UInt64? = nil
    ) {
        (self.peripheralUUID, isPeripheral) = (peripheralUUID, peripheralUUID != nil)
        (self.centralUUID, isCentral) = (centralUUID, centralUUID != nil)
        self.address = address
        self.channel = channel
    }

    init(_ item: CBORItem) throws(CBORError) {
        isPeripheral = try item[0]?.expectBoolean("the peripheral mode") ?? false
        isCentral = try item[1]?.expectBoolean("the central mode") ?? false
        peripheralUUID = try BluetoothOptions.bytes(item[10], 16, "a UUID")
        centralUUID = try BluetoothOptions.bytes(item[11], 16, "a UUID")
        address = try BluetoothOptions.bytes(item[20], 6, "the device's address")
        channel = try item[21]?.expectUnsigned("the channel")
    }

    static func bytes(_ item: CBORItem?, _ count: Int, _ what: StaticString) throws(CBORError) -> [UInt8]? {
        guard let item else { return nil }
        let bytes = try item.expectBytes(what)
        guard bytes.count == count else {
            throw CBORError(.notAllowed, at: item.offset, "\(what) has an invalid length")
        }
        return Array(bytes)
    }

    var value: CBORValue {
        var members: [CBORValue: CBORValue] = [0: .boolean(isPeripheral), 1: .boolean(isCentral)]
        members[10] = peripheralUUID.map(CBORValue.bytes)
        members[11] = centralUUID.map(CBORValue.bytes)
        members[20] = address.map(CBORValue.bytes)
        members[21] = channel.map(CBORValue.unsigned)
        return .map(members)
    }
}
