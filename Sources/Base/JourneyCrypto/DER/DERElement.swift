/// One element: a tag, a length and that many bytes, as received.
///
/// Both slices share the bytes that the reader was given, and their indices are offsets in them. The accessors below take
/// the content for a type and do not look at the tag, so that they serve implicit tags too; `DERReader` checks tags.
package struct DERElement: Sendable {
    /// What stands in front.
    package let tag: DERTag
    /// Tag, length and content: what is hashed or signed.
    package let encoded: ArraySlice<UInt8>
    /// The content alone.
    package let content: ArraySlice<UInt8>
    /// How many levels may still lie below this one.
    let depth: Int

    /// Where the element begins.
    var offset: Int { encoded.startIndex }

    /// A reader of the elements inside. Throws `DERError` when they lie too deep.
    package func reader() throws(DERError) -> DERReader {
        guard depth > 0 else { throw DERError(.tooDeep, at: offset, "nested deeper than allowed") }
        return DERReader(rest: content, depth: depth - 1)
    }

    /// The elements inside, at most `limit` and at least `least`.
    package func elements(_ tag: DERTag? = nil, least: Int = 0, limit: Int) throws(DERError) -> [DERElement] {
        var reader = try reader()
        var found: [DERElement] = []
        while !reader.isAtEnd {
            guard found.count < limit else { throw DERError(.tooMany, at: reader.offset, "more elements than allowed") }
            if let tag { found.append(try reader.next(tag)) } else { found.append(try reader.next()) }
        }
        guard found.count >= least else { throw DERError(.notAllowed, at: offset, "an empty list") }
        return found
    }

    /// BOOLEAN: 00 or FF.
    func boolean() throws(DERError) -> Bool {
        guard content.count == 1, let byte = content.first, byte == 0 || byte == 0xFF else {
            throw DERError(.badBoolean, at: offset, "neither 00 nor FF")
        }
        return byte == 0xFF
    }

    /// INTEGER or ENUMERATED: two's complement in as few bytes as it takes.
    func integer() throws(DERError) -> ArraySlice<UInt8> {
        guard let first = content.first else { throw DERError(.badInteger, at: offset, "a number without digits") }
        if content.count > 1 {
            let second = content[content.startIndex + 1]
            try require(
                !(first == 0 && second < 0x80) && !(first == 0xFF && second >= 0x80), "a byte that is not needed",
                .badInteger)
        }
        return content
    }

    /// INTEGER or ENUMERATED that lies within `range`.
    func integer(in range: ClosedRange<Int>) throws(DERError) -> Int {
        let bytes = try integer()
        guard bytes.count <= 8, let first = bytes.first else {
            throw DERError(.badInteger, at: offset, "out of range")
        }
        var value = first >= 0x80 ? -1 : 0
        for byte in bytes { value = value << 8 | Int(byte) }
        guard range.contains(value) else { throw DERError(.badInteger, at: offset, "out of range") }
        return value
    }

    /// BIT STRING: its bytes and how many bits at the end do not count, which are zero.
    func bitString() throws(DERError) -> (bytes: ArraySlice<UInt8>, unused: Int) {
        guard let unused = content.first, unused < 8 else {
            throw DERError(.badBitString, at: offset, "no count of unused bits below eight")
        }
        let bytes = content.dropFirst()
        guard let last = bytes.last else {
            guard unused == 0 else { throw DERError(.badBitString, at: offset, "unused bits of no byte") }
            return (bytes, 0)
        }
        guard last & (1 << unused - 1) == 0 else { throw DERError(.badBitString, at: offset, "an unused bit is set") }
        return (bytes, Int(unused))
    }

    /// BIT STRING of whole bytes, as keys and signatures are.
    func wholeBitString() throws(DERError) -> ArraySlice<UInt8> {
        let (bytes, unused) = try bitString()
        guard unused == 0 else { throw DERError(.badBitString, at: offset, "not whole bytes") }
        return bytes
    }

    /// BIT STRING with named bits (X.690, section 11.2.2): no zero bits at the end. Bit 0 is the lowest bit of the result.
    func namedBits(limit: Int) throws(DERError) -> UInt32 {
        let (bytes, unused) = try bitString()
        try require(bytes.count <= min(4, (limit + 7) / 8), "more named bits than there are names", .badBitString)
        if let last = bytes.last {
            guard last >> unused & 1 == 1 else { throw DERError(.badBitString, at: offset, "a zero bit at the end") }
        }
        var value: UInt32 = 0
        for (index, byte) in bytes.enumerated() {
            for bit in 0..<8 where byte & 0x80 >> bit != 0 { value |= 1 << UInt32(index * 8 + bit) }
        }
        return value
    }

    /// OBJECT IDENTIFIER.
    func objectIdentifier() throws(DERError) -> OID {
        let identifier = try require(OID(encoded: content), "no canonical object identifier", .badObjectIdentifier)
        return identifier
    }
}

extension DERElement {
    /// Throws an error at this element's place unless `condition` holds.
    func require(
        _ condition: Bool, _ detail: @autoclosure () -> String, _ reason: DERError.Reason = .notAllowed
    ) throws(DERError) {
        guard condition else { throw DERError(reason, at: offset, detail()) }
    }

    /// The value, or an error at this element's place where there is none.
    func require<Value>(
        _ value: Value?, _ detail: @autoclosure () -> String, _ reason: DERError.Reason = .notAllowed
    ) throws(DERError) -> Value {
        guard let value else { throw DERError(reason, at: offset, detail()) }
        return value
    }
}
