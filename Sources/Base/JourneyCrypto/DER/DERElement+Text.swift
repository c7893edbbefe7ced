extension DERElement {
    /// Decodes a string according to its tag; returns `nil` for types without an agreed meaning (TeletexString and
    /// UniversalString). Throws `DERError` when the content does not match its type or contains a control character.
    func text() throws(DERError) -> String? {
        switch tag {
        case .utf8String:
            let text = try require(String(validating: content, as: UTF8.self), "no UTF-8", .badString)
            try requireAll { $0 >= 0x20 && $0 != 0x7F }
            return text
        case .printableString: try requireAll(DERElement.isPrintable)
        case .ia5String, .visibleString: try requireAll { (0x20..<0x7F).contains($0) }
        case .numericString: try requireAll { (0x30...0x39).contains($0) || $0 == 0x20 }
        case .bmpString: return try basicPlane()
        case .teletexString, .universalString: return nil
        default: throw DERError(.unexpectedTag, at: offset, "no string")
        }
        return String(decoding: content, as: UTF8.self)
    }

    /// Decodes an implicitly tagged IA5String of printable ASCII.
    func ascii() throws(DERError) -> String {
        try requireAll { (0x20..<0x7F).contains($0) }
        return String(decoding: content, as: UTF8.self)
    }

    private func requireAll(_ isAllowed: (UInt8) -> Bool) throws(DERError) {
        if let index = content.firstIndex(where: { !isAllowed($0) }) {
            throw DERError(.badString, at: index, "a character outside the string type's character set")
        }
    }

    /// Decodes UCS-2, which has no surrogates (X.690, section 8.23.8).
    private func basicPlane() throws(DERError) -> String {
        let bytes = Array(content)
        guard bytes.count.isMultiple(of: 2) else {
            throw DERError(.badString, at: offset, "an odd number of bytes in a BMPString")
        }
        let units = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        guard let text = String(validating: units, as: UTF16.self), units.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
            !units.contains(where: { (0xD800...0xDFFF).contains($0) })
        else { throw DERError(.badString, at: offset, "a character outside the string type's character set") }
        return text
    }

    /// Returns `true` if the byte is in PrintableString's character set (X.680, section 41.4).
    static func isPrintable(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: " '()+,-./:=?".utf8.contains(byte)
        }
    }
}
