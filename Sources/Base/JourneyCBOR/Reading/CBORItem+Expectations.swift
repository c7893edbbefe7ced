/// What a structure expects of an item. Each throws `CBORError` with `unexpectedType` at the item's place; `what` names the
/// item in the message, as in "the version is no text".
extension CBORItem {
    /// The number, of major type 0.
    package func expectUnsigned(_ what: StaticString) throws(CBORError) -> UInt64 {
        guard let unsigned else { throw unexpected(what, "unsigned number") }
        return unsigned
    }

    /// A whole number that 64 bits with a sign hold.
    package func expectInteger(_ what: StaticString) throws(CBORError) -> Int64 {
        guard let integer else { throw unexpected(what, "whole number of 64 bits") }
        return integer
    }

    package func expectText(_ what: StaticString) throws(CBORError) -> String {
        guard let text else { throw unexpected(what, "text") }
        return text
    }

    package func expectBytes(_ what: StaticString) throws(CBORError) -> ArraySlice<UInt8> {
        guard let bytes else { throw unexpected(what, "byte string") }
        return bytes
    }

    package func expectBoolean(_ what: StaticString) throws(CBORError) -> Bool {
        guard let boolean else { throw unexpected(what, "boolean") }
        return boolean
    }

    package func expectArray(_ what: StaticString) throws(CBORError) -> [CBORItem] {
        guard let array else { throw unexpected(what, "array") }
        return array
    }

    /// The items of an array that has to have so many.
    package func expectArray(_ what: StaticString, count: ClosedRange<Int>) throws(CBORError) -> [CBORItem] {
        let items = try expectArray(what)
        guard count.contains(items.count) else {
            throw CBORError(.notAllowed, at: offset, "\(what) has another number of items")
        }
        return items
    }

    package func expectMap(_ what: StaticString) throws(CBORError) -> [Member] {
        guard let members else { throw unexpected(what, "map") }
        return members
    }

    /// The item in the byte string under tag 24 (RFC 8949, section 3.4.5.1), read within `limits`; its offset is one of the
    /// same bytes: a byte string in pieces is refused.
    package func expectEmbedded(
        _ what: StaticString, limits: CBORLimits = CBORLimits()
    ) throws(CBORError) -> CBORItem {
        guard let string = tagged(24), let bytes = string.bytes else {
            throw unexpected(what, "byte string under tag 24")
        }
        guard !string.isInPieces else { throw CBORError(.notAllowed, at: string.offset, "\(what) came in pieces") }
        return try CBORReader.item(in: bytes, limits: limits)
    }

    /// The member of that name. Throws `missing` where there is none.
    package func expectMember(_ key: StaticString) throws(CBORError) -> CBORItem {
        let name = UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
        guard let member = value(of: name) else { throw CBORError(.missing, at: offset, "\(key) is not there") }
        return member
    }

    private func unexpected(_ what: StaticString, _ type: StaticString) -> CBORError {
        CBORError(.unexpectedType, at: offset, "\(what) is no \(type)")
    }
}
