/// An NFC message of one or more records (NFC Forum, NDEF 1.0, section 3.1), its bytes kept as received.
package struct NDEFMessage: Hashable, Sendable {
    /// The message as received or created. Part of the session transcript.
    package let encoded: ArraySlice<UInt8>
    package let records: [NDEFRecord]

    /// The maximum length of a message, in bytes.
    static let longest = 64 << 10
    /// The maximum number of records.
    static let mostRecords = 32

    /// Parses a message that fills all of `bytes`. Throws `NDEFError`.
    package init(_ bytes: ArraySlice<UInt8>) throws(NDEFError) {
        try NDEFError.require(
            bytes.count <= NDEFMessage.longest, .tooLarge, at: bytes.startIndex + NDEFMessage.longest,
            "the message is too long")
        var rest = bytes
        var records: [NDEFRecord] = []
        var isLast = false
        while !isLast {
            try NDEFError.require(
                records.count < NDEFMessage.mostRecords, .tooMany, at: rest.startIndex, "too many records")
            records.append(try NDEFRecord(&rest, isFirst: records.isEmpty, isLast: &isLast))
        }
        try NDEFError.require(rest.isEmpty, .trailingBytes, at: rest.startIndex, "bytes follow the last record")
        encoded = bytes
        self.records = records
    }

    /// Creates a message of at least one record, with types and identifiers of at most 255 ASCII characters. Throws
    /// `NDEFError` for records that could not be read back.
    package init(_ records: [NDEFRecord]) throws(NDEFError) {
        var out: [UInt8] = []
        for (index, record) in records.enumerated() {
            record.write(into: &out, isFirst: index == 0, isLast: index == records.count - 1)
        }
        // Parsed as a peer parses it.
        try self.init(out[...])
        guard self.records == records else { throw NDEFError(.badRecord, at: 0, "a type or identifier is too long") }
    }

    /// Returns the first record of a type.
    func first(_ format: NDEFRecord.Format, _ type: String) -> NDEFRecord? {
        records.first { $0.isA(format, type) }
    }

    /// Returns the record with an identifier.
    func record(called identifier: String) -> NDEFRecord? {
        records.first { $0.identifier == identifier }
    }
}
