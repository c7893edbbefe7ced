/// One DER element as received: tag, length and content.
///
/// Both slices share the reader's input, and their indices are offsets in it. The accessors below decode the content as a type
/// without checking the tag, so that they also serve implicit tags; `DERReader` checks tags.
package struct DERElement: Sendable {
    /// The tag.
    package let tag: DERTag
    /// Tag, length and content: the bytes that are hashed or signed.
    package let encoded: ArraySlice<UInt8>
    /// The content alone.
    package let content: ArraySlice<UInt8>
    /// The number of nesting levels still allowed below this element.
    let depth: Int
    /// The departures from DER that are accepted in this element.
    let leniency: DERLeniency

    /// The offset of the element's first byte.
    var offset: Int { encoded.startIndex }

    /// Returns a reader of the elements inside. Throws `DERError` when they are nested too deeply.
    package func reader() throws(DERError) -> DERReader {
        guard depth > 0 else { throw DERError(.tooDeep, at: offset, "nested deeper than allowed") }
        return DERReader(rest: content, depth: depth - 1, leniency: leniency)
    }

    /// Returns the elements inside, at least `least` and at most `limit`.
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

    /// Decodes a BOOLEAN: 00 or FF.
    func boolean() throws(DERError) -> Bool {
        guard content.count == 1, let byte = content.first,
            byte == 0 || byte == 0xFF || leniency.contains(.booleans)
        else { throw DERError(.badBoolean, at: offset, "a BOOLEAN is neither 00 nor FF") }
        return byte != 0
    }

    /// Returns the content of an INTEGER or ENUMERATED after checking that it is minimal two's complement.
    func integer() throws(DERError) -> ArraySlice<UInt8> {
        guard let first = content.first else { throw DERError(.badInteger, at: offset, "an INTEGER without content") }
        if content.count > 1 {
            let second = content[content.startIndex + 1]
            try require(
                !(first == 0 && second < 0x80) && !(first == 0xFF && second >= 0x80),
                "an INTEGER with a redundant leading byte",
                .badInteger)
        }
        return content
    }

    /// Decodes an INTEGER or ENUMERATED within `range`.
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

    /// Decodes a BIT STRING to its bytes and the number of unused bits at the end, which must be zero.
    func bitString() throws(DERError) -> (bytes: ArraySlice<UInt8>, unused: Int) {
        guard let unused = content.first, unused < 8 else {
            throw DERError(.badBitString, at: offset, "the count of unused bits is missing or above 7")
        }
        let bytes = content.dropFirst()
        guard let last = bytes.last else {
            guard unused == 0 else { throw DERError(.badBitString, at: offset, "unused bits without a byte") }
            return (bytes, 0)
        }
        guard last & (1 << unused - 1) == 0 else { throw DERError(.badBitString, at: offset, "an unused bit is set") }
        return (bytes, Int(unused))
    }

    /// Decodes a BIT STRING of whole bytes, as for keys and signatures.
    func wholeBitString() throws(DERError) -> ArraySlice<UInt8> {
        let (bytes, unused) = try bitString()
        guard unused == 0 else {
            throw DERError(.badBitString, at: offset, "a BIT STRING that does not consist of whole bytes")
        }
        return bytes
    }

    /// Decodes a BIT STRING with named bits (X.690, section 11.2.2), which has no trailing zero bits. Bit 0 is the lowest bit of
    /// the result.
    func namedBits(limit: Int) throws(DERError) -> UInt32 {
        let (bytes, unused) = try bitString()
        try require(bytes.count <= min(4, (limit + 7) / 8), "more named bits than defined", .badBitString)
        if let last = bytes.last {
            guard last >> unused & 1 == 1 || leniency.contains(.trailingZeroBits) else {
                throw DERError(.badBitString, at: offset, "a trailing zero bit")
            }
        }
        var value: UInt32 = 0
        for (index, byte) in bytes.enumerated() {
            for bit in 0..<8 where byte & 0x80 >> bit != 0 { value |= 1 << UInt32(index * 8 + bit) }
        }
        return value
    }

    /// Decodes an OBJECT IDENTIFIER.
    func objectIdentifier() throws(DERError) -> OID {
        let identifier = try require(OID(encoded: content), "not a canonical object identifier", .badObjectIdentifier)
        return identifier
    }
}

extension DERElement {
    /// Throws an error at this element's offset unless `condition` holds.
    func require(
        _ condition: Bool, _ detail: @autoclosure () -> String, _ reason: DERError.Reason = .notAllowed
    ) throws(DERError) {
        guard condition else { throw DERError(reason, at: offset, detail()) }
    }

    /// Returns the value, or throws an error at this element's offset when it is `nil`.
    func require<Value>(
        _ value: Value?, _ detail: @autoclosure () -> String, _ reason: DERError.Reason = .notAllowed
    ) throws(DERError) -> Value {
        guard let value else { throw DERError(reason, at: offset, detail()) }
        return value
    }
}
