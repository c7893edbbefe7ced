internal import JourneyBase

/// A map that an expression has made, in the order in which it was written.
package final class ExpressionMap: Sendable {
    /// A key: numbers of one value are one key, and text counts by its code points.
    enum Key: Hashable, Sendable {
        case bool(Bool)
        case int(Int64)
        /// A whole number beyond the greatest `int`.
        case large(UInt64)
        case text([UInt8])

        /// Creates the key of a value. Returns `nil` for a value that no key equals.
        init?(_ value: ExpressionValue) {
            switch value {
            case .bool(let truth): self = .bool(truth)
            case .int(let value): self = .int(value)
            case .uint(let value): self = Int64(exactly: value).map { .int($0) } ?? .large(value)
            case .double(let value):
                if let whole = Int64(exactly: value) {
                    self = .int(whole)
                } else if let whole = UInt64(exactly: value) {
                    self = .large(whole)
                } else {
                    return nil
                }
            case .string(let text): self = .text(Array(text.utf8))
            default: return nil
            }
        }
    }

    package let entries: [(key: ExpressionValue, value: ExpressionValue)]
    let depth: Int
    private let places: [Key: Int]

    /// Creates a map, or returns `nil` if two keys are equal. All keys are keys.
    init?(_ entries: [(key: ExpressionValue, value: ExpressionValue)]) {
        var places = [Key: Int](minimumCapacity: entries.count)
        for (index, entry) in entries.enumerated() {
            guard let key = Key(entry.key), places.updateValue(index, forKey: key) == nil else { return nil }
        }
        self.entries = entries
        self.places = places
        depth = 1 + (entries.lazy.map(\.value.depth).max() ?? 0)
    }

    subscript(key: Key) -> ExpressionValue? { places[key].map { entries[$0].value } }
}

extension [String: JSONValue] {
    /// Returns the member whose name has the same code points.
    func member(_ name: String) -> JSONValue? {
        guard let place = index(forKey: name), self[place].key.utf8.elementsEqual(name.utf8) else { return nil }
        return self[place].value
    }
}
