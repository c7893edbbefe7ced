/// One record of an NFC message (NFC Forum, NDEF 1.0, section 3.2).
package struct NDEFRecord: Hashable, Sendable {
    /// The type name format. The value 7 is reserved; 6 is for chunks, which are refused.
    package enum Format: UInt8, Sendable {
        case empty, wellKnown, media, absoluteURI, external, unknown
    }

    var format: Format
    /// The type: for `.wellKnown` such as "Hs", for `.media` such as "application/vnd.bluetooth.le.oob".
    package var type: String
    /// The identifier by which other records of the message refer to this one.
    package var identifier: String
    package var payload: ArraySlice<UInt8>

    /// Creates a record.
    package init(_ format: Format, type: String, identifier: String = "", payload: some Collection<UInt8>) {
        self.format = format
        self.type = type
        self.identifier = identifier
        self.payload = Array(payload)[...]
    }

    /// Returns `true` if the record has this type.
    package func isA(_ format: Format, _ type: String) -> Bool { self.format == format && self.type == type }

    private enum Flag {
        static let begin: UInt8 = 0x80, end: UInt8 = 0x40, chunk: UInt8 = 0x20, short: UInt8 = 0x10, hasID: UInt8 = 0x08
    }

    /// Removes the next record from `bytes` and sets `isLast` if the message ends with it. Throws `NDEFError`.
    init(_ bytes: inout ArraySlice<UInt8>, isFirst: Bool, isLast: inout Bool) throws(NDEFError) {
        let start = bytes.startIndex
        let head = Int(try NDEFRecord.read(1, &bytes)[start])
        let flags = UInt8(head)
        guard flags & Flag.chunk == 0, (flags & Flag.begin != 0) == isFirst, let format = Format(rawValue: flags & 7)
        else {
            throw NDEFError(.badRecord, at: start, "invalid record flags")
        }
        self.format = format
        let typeCount = try NDEFRecord.number(1, &bytes)
        let count = try NDEFRecord.number(flags & Flag.short != 0 ? 1 : 4, &bytes)
        let idCount = flags & Flag.hasID != 0 ? try NDEFRecord.number(1, &bytes) : 0
        guard format != .empty || typeCount + count + idCount == 0, format != .unknown || typeCount == 0 else {
            throw NDEFError(.badRecord, at: start, "a record has a field that its format does not allow")
        }
        type = try NDEFRecord.ascii(typeCount, &bytes)
        identifier = try NDEFRecord.ascii(idCount, &bytes)
        payload = try NDEFRecord.read(count, &bytes)
        isLast = flags & Flag.end != 0
    }

    static func read(_ count: Int, _ bytes: inout ArraySlice<UInt8>) throws(NDEFError) -> ArraySlice<UInt8> {
        try NDEFError.require(
            count <= bytes.count, .unexpectedEnd, at: bytes.startIndex, "a length exceeds the remaining bytes")
        let taken = bytes.prefix(count)
        bytes = bytes.dropFirst(count)
        return taken
    }

    /// Removes a big-endian number of `count` bytes.
    static func number(_ count: Int, _ bytes: inout ArraySlice<UInt8>) throws(NDEFError) -> Int {
        try read(count, &bytes).reduce(0) { $0 << 8 | Int($1) }
    }

    static func ascii(_ count: Int, _ bytes: inout ArraySlice<UInt8>) throws(NDEFError) -> String {
        let taken = try read(count, &bytes)
        try NDEFError.require(
            taken.allSatisfy({ (0x20...0x7E).contains($0) }), .badRecord, at: taken.startIndex,
            "a type or identifier is not ASCII")
        return String(decoding: taken, as: UTF8.self)
    }

    func write(into out: inout [UInt8], isFirst: Bool, isLast: Bool) {
        let isShort = payload.count < 256
        out.append(
            format.rawValue | (isFirst ? Flag.begin : 0) | (isLast ? Flag.end : 0) | (isShort ? Flag.short : 0)
                | (identifier.isEmpty ? 0 : Flag.hasID))
        out.append(UInt8(truncatingIfNeeded: type.utf8.count))
        for index in (0..<(isShort ? 1 : 4)).reversed() {
            out.append(UInt8(truncatingIfNeeded: payload.count >> (8 * index)))
        }
        if !identifier.isEmpty { out.append(UInt8(truncatingIfNeeded: identifier.utf8.count)) }
        out += type.utf8
        out += identifier.utf8
        out += payload
    }
}
