extension CBORItem {
    /// The number, for major type 0.
    package var unsigned: UInt64? { node.major == .unsigned ? node.argument : nil }

    /// The integer, if it fits 64 bits with a sign.
    package var integer: Int64? { CBORItem.integer(node) }

    private static func integer(_ node: CBORNode) -> Int64? {
        switch node.major {
        case .unsigned: Int64(exactly: node.argument)
        case .negative: Int64(exactly: node.argument).map { ~$0 }
        default: nil
        }
    }

    package var bytes: ArraySlice<UInt8>? { node.major == .bytes ? joined : nil }
    package var text: String? { node.major == .text ? String(decoding: joined, as: UTF8.self) : nil }
    package var array: [CBORItem]? { node.major == .array ? items : nil }
    package var members: [Member]? { node.major == .map ? pairs : nil }
    package var boolean: Bool? { if case .boolean(let value) = content { value } else { nil } }
    /// `true` for a string of indefinite length: `bytes` is then not a slice of the input.
    package var isInPieces: Bool { (node.major == .bytes || node.major == .text) && node.isIndefinite }
    package var isNull: Bool { node.initial == 0xF6 }
    /// The floating-point number. `nil` for integers.
    package var float: Double? { if case .float(let bits) = content { Double(bitPattern: bits) } else { nil } }

    /// Returns the content of the tag `number`, or `nil` for anything else.
    package func tagged(_ number: UInt64) -> CBORItem? {
        guard node.major == .tag, node.argument == number else { return nil }
        return CBORItem(document: document, index: index + 1)
    }

    /// The value of a text key, compared by bytes; `nil` if this isn't a map or has no such key.
    package subscript(_ key: String) -> CBORItem? {
        var key = key
        return key.withUTF8 { value(of: $0) }
    }

    /// Returns the value of the text key with these bytes.
    func value(of key: UnsafeBufferPointer<UInt8>) -> CBORItem? {
        let found = document.bytes.withUnsafeBufferPointer { bytes in
            value { node in
                guard node.major == .text, !node.isIndefinite, node.argument == UInt64(key.count) else { return false }
                let start = node.contentStart
                for index in 0..<key.count where bytes[start + index] != key[index] { return false }
                return true
            }
        }
        return found ?? inPieces(key)
    }

    /// Returns the value of a text key of indefinite length.
    private func inPieces(_ key: UnsafeBufferPointer<UInt8>) -> CBORItem? {
        guard value(where: { $0.major == .text && $0.isIndefinite }) != nil else { return nil }
        return pairs.first {
            $0.key.node.isIndefinite && $0.key.node.major == .text && $0.key.joined.elementsEqual(key)
        }?.value
    }

    /// The value of an integer key; `nil` if this isn't a map or has no such key.
    package subscript(_ key: Int64) -> CBORItem? { value { CBORItem.integer($0) == key } }
}
