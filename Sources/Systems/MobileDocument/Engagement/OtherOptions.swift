import JourneyCBOR

/// The options for NFC (ISO/IEC 18013-5, section 8.2.1.1, table 2).
public struct NFCOptions: Hashable, Sendable {
    /// The maximum data length of a command, in bytes: 255 to 65,535.
    var longestCommand: Int
    /// The maximum data length of a response, in bytes: 256 to 65,536.
    var longestResponse: Int

    /// Creates options with these lengths. A peer refuses values outside their ranges.
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
        try option.require(range.contains(length), "a length is out of range")
        return Int(length)
    }

    var value: CBORValue { [0: .integer(Int64(longestCommand)), 1: .integer(Int64(longestResponse))] }
}

/// The options for Wi-Fi Aware (ISO/IEC 18013-5, section 8.2.1.1, table 4), which are kept and not used here.
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
