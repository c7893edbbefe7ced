import JourneyCBOR

/// The number of CBOR items that a whole message may still contain. Items in byte strings under tag 24 count too, so
/// that parts of a message have no separate limits.
struct ItemBudget {
    private(set) var left: Int

    /// Creates the full budget of `limits`.
    init(_ limits: CBORLimits) { left = limits.items }

    /// Creates the budget of `limits` minus the items of `item`.
    init(_ limits: CBORLimits, after item: CBORItem) { left = max(0, limits.items - item.readCount) }

    /// Parses the item in a byte string under tag 24 and charges the budget.
    mutating func embedded(_ item: CBORItem, _ what: StaticString) throws(CBORError) -> CBORItem {
        var limits = DocumentLimits.response
        limits.items = left
        let inner = try item.expectEmbedded(what, limits: limits)
        left -= inner.readCount
        return inner
    }

    /// Parses the single item in `bytes` and charges the budget.
    mutating func item(in bytes: ArraySlice<UInt8>) throws(CBORError) -> CBORItem {
        var limits = DocumentLimits.response
        limits.items = left
        let item = try CBORReader.item(in: bytes, limits: limits)
        left -= item.readCount
        return item
    }
}
