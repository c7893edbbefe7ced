extension CBORItem {
    /// The number, for major type 0.
    public var unsigned: UInt64? { if case .unsigned(let value) = content { value } else { nil } }

    /// The number, for a whole number that 64 bits with a sign hold.
    public var integer: Int64? {
        switch content {
        case .unsigned(let value): Int64(exactly: value)
        case .negative(let value): Int64(exactly: value).map { ~$0 }
        default: nil
        }
    }

    public var bytes: ArraySlice<UInt8>? { if case .bytes(let value) = content { value } else { nil } }
    public var text: String? { if case .text(let value) = content { value } else { nil } }
    public var array: [CBORItem]? { if case .array(let value) = content { value } else { nil } }
    public var members: [Member]? { if case .map(let value) = content { value } else { nil } }
    public var boolean: Bool? { if case .boolean(let value) = content { value } else { nil } }
    public var isNull: Bool { if case .null = content { true } else { false } }
    /// The floating-point number. A whole number is none.
    public var float: Double? { if case .float(let bits) = content { Double(bitPattern: bits) } else { nil } }

    /// What stands under the tag `number`, or `nil` for anything that is not so tagged.
    public func tagged(_ number: UInt64) -> CBORItem? {
        if case .tagged(number, let item) = content { item } else { nil }
    }

    /// The value of a text key, byte for byte; `nil` where this is no map or has no such key.
    public subscript(_ key: String) -> CBORItem? {
        members?.first { $0.key.text.map { $0.utf8.elementsEqual(key.utf8) } ?? false }?.value
    }

    /// The value of a whole number as key; `nil` where this is no map or has no such key.
    public subscript(_ key: Int64) -> CBORItem? { members?.first { $0.key.integer == key }?.value }
}
