import JourneyCBOR

/// How a device is reached by NFC (ISO/IEC 18013-5, section 8.2.1.1, table 2).
public struct NFCOptions: Hashable, Sendable {
    /// The longest data of a command, in bytes: 255 to 65,535.
    var longestCommand: Int
    /// The longest data of a response, in bytes: 256 to 65,536.
    var longestResponse: Int

    /// Options with these lengths. Outside their ranges a peer will refuse them.
    package init(longestCommand: Int, longestResponse: Int) {
        self.longestCommand = longestCommand
        self.longestResponse = longestResponse
    }

    init(_ item: CBORItem) throws(CBORError) {
        longestCommand = try NFCOptions.length(item, 0, in: 255...65_535)
        longestResponse = try NFCOptions.length(item, 1, in: 256...65_536)
    }

    private static func length(
        _ item: CBORItem, _ label: Int64, in range: ClosedRange<UInt64>
    ) throws(CBORError) -> Int {
        let option = try RetrievalMethod.option(label, of: item)
        let length = try option.expectUnsigned("a length")
        try option.require(range.contains(length), "a length out of its range")
        return Int(length)
    }

    var value: CBORValue { [0: .integer(Int64(longestCommand)), 1: .integer(Int64(longestResponse))] }
}

/// How a device is reached by Wi-Fi Aware (ISO/IEC 18013-5, section 8.2.1.1, table 4). Kept, and used by nobody here.
public struct WiFiAwareOptions: Hashable, Sendable {
    package var passphrase: String?
    var operatingClass: UInt64?
    var channel: UInt64?
    var bands: [UInt8]?

    init(_ item: CBORItem) throws(CBORError) {
        passphrase = try item[0]?.expectText("the passphrase")
        operatingClass = try item[1]?.expectUnsigned("the operating class")
        channel = try item[2]?.expectUnsigned("the channel")
        bands = try item[3]?.expectBytes("the bands").map { $0 }
    }

    var value: CBORValue {
        var members: [CBORValue: CBORValue] = [:]
        members[0] = passphrase.map(CBORValue.text)
        members[1] = operatingClass.map(CBORValue.unsigned)
        members[2] = channel.map(CBORValue.unsigned)
        members[3] = bands.map(CBORValue.bytes)
        return .map(members)
    }
}
