/// What a structure expects of an item. Each throws `CBORError` with `unexpectedType` at the item's place; `what` names the
/// item in the message, as in "the version is no text".
extension CBORItem {
    /// The number, of major type 0.
    package func expectUnsigned(_ what: StaticString) throws(CBORError) -> UInt64 {
        try require(unsigned, "\(what) is no unsigned number", .unexpectedType)
    }

    /// A whole number that 64 bits with a sign hold.
    package func expectInteger(_ what: StaticString) throws(CBORError) -> Int64 {
        try require(integer, "\(what) is no whole number of 64 bits", .unexpectedType)
    }

    package func expectText(_ what: StaticString) throws(CBORError) -> String {
        try require(text, "\(what) is no text", .unexpectedType)
    }

    package func expectBytes(_ what: StaticString) throws(CBORError) -> ArraySlice<UInt8> {
        try require(bytes, "\(what) is no byte string", .unexpectedType)
    }

    package func expectBoolean(_ what: StaticString) throws(CBORError) -> Bool {
        try require(boolean, "\(what) is no boolean", .unexpectedType)
    }

    package func expectArray(_ what: StaticString) throws(CBORError) -> [CBORItem] {
        try require(array, "\(what) is no array", .unexpectedType)
    }

    /// The items of an array that has to have so many.
    package func expectArray(_ what: StaticString, count: ClosedRange<Int>) throws(CBORError) -> [CBORItem] {
        let items = try expectArray(what)
        try require(count.contains(items.count), "\(what) has another number of items")
        return items
    }

    package func expectMap(_ what: StaticString) throws(CBORError) -> [Member] {
        try require(members, "\(what) is no map", .unexpectedType)
    }

    /// The item in the byte string under tag 24 (RFC 8949, section 3.4.5.1), read within `limits`; its offset is one of the
    /// same bytes: a byte string in pieces is refused.
    package func expectEmbedded(
        _ what: StaticString, limits: CBORLimits = CBORLimits()
    ) throws(CBORError) -> CBORItem {
        guard let string = tagged(24), let bytes = string.bytes else {
            throw CBORError(.unexpectedType, at: offset, "\(what) is no byte string under tag 24")
        }
        try string.require(!string.isInPieces, "\(what) came in pieces")
        return try CBORReader.item(in: bytes, limits: limits)
    }

    /// The member of that name. Throws `missing` where there is none.
    package func expectMember(_ key: StaticString) throws(CBORError) -> CBORItem {
        let name = UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
        return try require(value(of: name), "\(key) is not there", .missing)
    }

    /// Throws an error at this item's place unless `condition` holds.
    package func require(
        _ condition: Bool, _ detail: @autoclosure () -> String, _ reason: CBORError.Reason = .notAllowed
    ) throws(CBORError) {
        guard condition else { throw CBORError(reason, at: offset, detail()) }
    }

    /// The value, or an error at this item's place where there is none.
    package func require<Value>(
        _ value: Value?, _ detail: @autoclosure () -> String, _ reason: CBORError.Reason = .notAllowed
    ) throws(CBORError) -> Value {
        guard let value else { throw CBORError(reason, at: offset, detail()) }
        return value
    }
}
