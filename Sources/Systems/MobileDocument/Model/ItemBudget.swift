import JourneyCBOR

/// How many items a whole message may still have: those in byte strings under tag 24 count with the others, so that no part of
/// a message has a limit of its own to spend.
struct ItemBudget {
    private(set) var left: Int

    /// The whole budget of `limits`.
    init(_ limits: CBORLimits) { left = limits.items }

    /// The budget of `limits`, of which `item` has been read.
    init(_ limits: CBORLimits, after item: CBORItem) { left = max(0, limits.items - item.readCount) }

    /// The item in a byte string under tag 24, which the budget pays for.
    mutating func embedded(_ item: CBORItem, _ what: StaticString) throws(CBORError) -> CBORItem {
        var limits = DocumentLimits.response
        limits.items = left
        let inner = try item.expectEmbedded(what, limits: limits)
        left -= inner.readCount
        return inner
    }

    /// The one item that `bytes` are.
    mutating func item(in bytes: ArraySlice<UInt8>) throws(CBORError) -> CBORItem {
        var limits = DocumentLimits.response
        limits.items = left
        let item = try CBORReader.item(in: bytes, limits: limits)
        left -= item.readCount
        return item
    }
}
