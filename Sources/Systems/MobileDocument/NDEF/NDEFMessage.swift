/// An NFC message: one record or more (NFC Forum, NDEF 1.0, section 3.1), its bytes kept as received.
package struct NDEFMessage: Hashable, Sendable {
    /// As received or as made: this goes into the session transcript.
    package let encoded: ArraySlice<UInt8>
    package let records: [NDEFRecord]

    /// The longest message that is read, in bytes.
    static let longest = 64 << 10
    /// The most records of a message.
    static let mostRecords = 32

    /// The message that these bytes are, and nothing else. Throws `NDEFError`.
    package init(_ bytes: ArraySlice<UInt8>) throws(NDEFError) {
        try NDEFError.require(
            bytes.count <= NDEFMessage.longest, .tooLarge, at: bytes.startIndex + NDEFMessage.longest,
            "longer than allowed")
        var rest = bytes
        var records: [NDEFRecord] = []
        var isLast = false
        while !isLast {
            try NDEFError.require(
                records.count < NDEFMessage.mostRecords, .tooMany, at: rest.startIndex, "more records than allowed")
            records.append(try NDEFRecord(&rest, isFirst: records.isEmpty, isLast: &isLast))
        }
        try NDEFError.require(rest.isEmpty, .trailingBytes, at: rest.startIndex, "something after the last record")
        encoded = bytes
        self.records = records
    }

    /// A message of these records: one at least, with types and identifiers of at most 255 ASCII characters. Throws
    /// `NDEFError` for what could not be read.
    package init(_ records: [NDEFRecord]) throws(NDEFError) {
        var out: [UInt8] = []
        for (index, record) in records.enumerated() {
            record.write(into: &out, isFirst: index == 0, isLast: index == records.count - 1)
        }
        // Read as a peer will read it.
        try self.init(out[...])
        guard self.records == records else { throw NDEFError(.badRecord, at: 0, "a name that is too long") }
    }

    /// The first record of that type.
    func first(_ format: NDEFRecord.Format, _ type: String) -> NDEFRecord? {
        records.first { $0.isA(format, type) }
    }

    /// The record that others call so.
    func record(called identifier: String) -> NDEFRecord? {
        records.first { $0.identifier == identifier }
    }
}
