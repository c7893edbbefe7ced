/// Typed access for structures. Each function throws `CBORError` with `unexpectedType` at the item's offset; `what` names the
/// item in the message, as in "the version is not a text string".
extension CBORItem {
    /// Returns the number, of major type 0.
    package func expectUnsigned(_ what: StaticString) throws(CBORError) -> UInt64 {
        try require(unsigned, "\(what) is not an unsigned integer", .unexpectedType)
    }

    /// Returns the integer, if it fits 64 bits with a sign.
    package func expectInteger(_ what: StaticString) throws(CBORError) -> Int64 {
        try require(integer, "\(what) is not a 64-bit integer", .unexpectedType)
    }

    package func expectText(_ what: StaticString) throws(CBORError) -> String {
        try require(text, "\(what) is not a text string", .unexpectedType)
    }

    package func expectBytes(_ what: StaticString) throws(CBORError) -> ArraySlice<UInt8> {
        try require(bytes, "\(what) is not a byte string", .unexpectedType)
    }

    package func expectBoolean(_ what: StaticString) throws(CBORError) -> Bool {
        try require(boolean, "\(what) is not a Boolean", .unexpectedType)
    }

    package func expectArray(_ what: StaticString) throws(CBORError) -> [CBORItem] {
        try require(array, "\(what) is not an array", .unexpectedType)
    }

    /// Returns the items of an array with an allowed number of items.
    package func expectArray(_ what: StaticString, count: ClosedRange<Int>) throws(CBORError) -> [CBORItem] {
        let items = try expectArray(what)
        try require(
            count.contains(items.count),
            "\(what) has \(items.count) items; expected: \(count.count == 1 ? "\(count.lowerBound)" : "\(count)")")
        return items
    }

    package func expectMap(_ what: StaticString) throws(CBORError) -> [Member] {
        try require(members, "\(what) is not a map", .unexpectedType)
    }

    /// Decodes the item in the byte string under tag 24 (RFC 8949, section 3.4.5.1) within `limits`. Its offset refers to the
    /// same input, so a string of indefinite length is refused.
    package func expectEmbedded(
        _ what: StaticString, limits: CBORLimits = CBORLimits()
    ) throws(CBORError) -> CBORItem {
        guard let string = tagged(24), let bytes = string.bytes else {
            throw CBORError(.unexpectedType, at: offset, "\(what) is not a byte string under tag 24")
        }
        try string.require(!string.isInPieces, "\(what) has an indefinite length, which is not supported here")
        return try CBORReader.item(in: bytes, limits: limits)
    }

    /// Returns the member with this key. Throws `missing` if there is none.
    package func expectMember(_ key: StaticString) throws(CBORError) -> CBORItem {
        let name = UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
        return try require(value(of: name), "the member \(key) is missing", .missing)
    }

    /// Throws an error at this item's offset unless `condition` is `true`.
    package func require(
        _ condition: Bool, _ detail: @autoclosure () -> String, _ reason: CBORError.Reason = .notAllowed
    ) throws(CBORError) {
        guard condition else { throw CBORError(reason, at: offset, detail()) }
    }

    /// Returns `value`, or throws an error at this item's offset if it is `nil`.
    package func require<Value>(
        _ value: Value?, _ detail: @autoclosure () -> String, _ reason: CBORError.Reason = .notAllowed
    ) throws(CBORError) -> Value {
        guard let value else { throw CBORError(reason, at: offset, detail()) }
        return value
    }
}
