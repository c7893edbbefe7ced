extension NFCOptions {
    /// The type of a record that offers NFC itself for data transfer (ISO/IEC 18013-5, section 8.2.2.1).
    static let recordType = "iso.org:18013:nfc"

    /// Parses such a record: a version, followed by lengths, types and values. Throws `NDEFError`.
    init(record payload: ArraySlice<UInt8>) throws(NDEFError) {
        var rest = payload
        try NDEFError.require(
            NDEFRecord.number(1, &rest) == 1, .notAllowed, at: payload.startIndex, "the version is not 1")
        // The default: the minimum that every side supports.
        (longestCommand, longestResponse) = (255, 256)
        while !rest.isEmpty {
            let count = try NDEFRecord.number(1, &rest)
            var part = try NDEFRecord.read(count, &rest)
            guard !part.isEmpty else { throw NDEFError(.unexpectedEnd, at: part.startIndex, "a value has no type") }
            let type = try NDEFRecord.number(1, &part)
            guard type == 1 || type == 2 else { continue }
            try NDEFError.require(
                (1...4).contains(part.count), .notAllowed, at: part.startIndex, "a length is not 1 to 4 bytes long")
            let value = part.reduce(0) { $0 << 8 | Int($1) }
            guard (type == 1 ? 255...65_535 : 256...65_536).contains(value) else {
                throw NDEFError(.notAllowed, at: part.startIndex, "a length is out of range")
            }
            if type == 1 { longestCommand = value } else { longestResponse = value }
        }
    }

    /// The payload of such a record.
    var recordPayload: [UInt8] {
        func bytes(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        return [1, 3, 1] + bytes(longestCommand, 2) + [4, 2] + bytes(longestResponse, 3)
    }
}
