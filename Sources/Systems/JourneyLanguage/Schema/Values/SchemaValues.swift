internal import JourneyBase

/// A JSON value with semantic equality: numbers by value (`1` equals `1.0`), strings by scalars without Unicode equivalence,
/// members without order (JSON Schema draft 2020-12 core, section 4.2.2).
struct ExactValue: Hashable, Sendable {
    let value: JSONValue

    init(_ value: JSONValue) { self.value = value }

    static func == (a: ExactValue, b: ExactValue) -> Bool { same(a.value, b.value) }

    private static func same(_ a: JSONValue, _ b: JSONValue) -> Bool {
        switch (a, b) {
        case (.null, .null): return true
        case (.bool(let x), .bool(let y)): return x == y
        case (.number(let x), .number(let y)):
            if x == y { return true }
            guard let x = ExactNumber(x), let y = ExactNumber(y) else { return false }
            return x == y
        case (.string(let x), .string(let y)): return x.utf8.elementsEqual(y.utf8)
        case (.array(let x), .array(let y)): return x.count == y.count && zip(x, y).allSatisfy(same)
        case (.object(let x), .object(let y)):
            guard x.count == y.count else { return false }
            return x.allSatisfy { name, value in y[name].map { same(value, $0) } ?? false }
        default: return false
        }
    }

    func hash(into hasher: inout Hasher) { ExactValue.hash(value, into: &hasher) }

    /// Returns the cost of hashing or comparing `value`, in units of `SchemaLimits.work`; it grows with the value's size.
    static func cost(of value: JSONValue) -> Int {
        switch value {
        case .null, .bool: 1
        case .number(let number): 4 + number.lexeme.utf8.count
        case .string(let text): 1 + text.utf8.count / 8
        case .array(let elements): elements.reduce(2) { $0 + cost(of: $1) }
        case .object(let members): members.reduce(4) { $0 + 4 + $1.key.utf8.count / 8 + cost(of: $1.value) }
        }
    }

    private static func hash(_ value: JSONValue, into hasher: inout Hasher) {
        switch value {
        case .null: hasher.combine(0)
        case .bool(let truth): hasher.combine(truth)
        case .number(let number):
            // A number without an exact value equals only the same spelling.
            if let exact = ExactNumber(number) { hasher.combine(exact) } else { hasher.combine(number) }
        case .string(let text):
            var text = text
            text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
            hasher.combine(0xFF)
        case .array(let elements):
            hasher.combine(elements.count)
            for element in elements { hash(element, into: &hasher) }
        case .object(let members):
            // Members are unordered, so their hashes are combined commutatively.
            var sum = 0
            for (name, member) in members {
                var own = Hasher()
                own.combine(name)
                hash(member, into: &own)
                sum ^= own.finalize()
            }
            hasher.combine(members.count)
            hasher.combine(sum)
        }
    }
}

/// The values of `enum` or `const`.
struct SchemaValues: Sendable {
    private let values: Set<ExactValue>
    /// The only value, which needs no look-up.
    private let single: ExactValue?
    /// The strings among the values, for messages.
    let texts: [String]
    let count: Int

    init(_ values: [JSONValue]) {
        self.values = Set(values.map { ExactValue($0) })
        count = values.count
        single = values.count == 1 ? ExactValue(values[0]) : nil
        texts = values.compactMap(\.string)
    }

    func contains(_ value: JSONValue) -> Bool {
        if let single { return single == ExactValue(value) }
        return values.contains(ExactValue(value))
    }
}
