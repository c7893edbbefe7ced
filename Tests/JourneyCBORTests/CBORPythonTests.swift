import JourneyBase
import JourneyCBOR
import TestSupport
import Testing

/// Interoperability with Python's `cbor2`, in both directions.
@Suite("Interoperability with cbor2", .enabled(if: Python.isPresent, "\(Python.missing)"))
struct CBORPythonTests {
    /// Values without those that `cbor2` converts: tags that it turns into dates and numbers, NaN with a payload.
    private func values() -> [CBORValue] {
        var generator = SplitMix(state: 21)
        return (0..<400).map { _ in CBORValue.generated(depth: 4, using: &generator).plain }
    }

    @Test("cbor2 reads our output and writes the same bytes in canonical form")
    func ours() throws {
        let values = values()
        let answer = try Python.run(
            """
            import sys, cbor2
            for line in sys.argv[1].split():
                data = bytes.fromhex(line)
                print(cbor2.dumps(cbor2.loads(data), canonical=True) == data)
            """, [values.map { Hex.encode($0.encoded) }.joined(separator: " ")])
        let verdicts = answer.split(separator: "\n")
        #expect(verdicts.count == values.count)
        #expect(verdicts.allSatisfy { $0 == "True" })
    }

    @Test("cbor2's output with definite and indefinite lengths is read as the same value")
    func theirs() throws {
        let answer = try Python.run(
            """
            import cbor2
            from cbor2 import CBORTag, CBORSimpleValue, undefined
            value = {"a": [1, -2, 1.5, 1e300, None, True, undefined], 7: b"\\x00\\xff" * 200, "\\u6c34": {"x": CBORTag(24, b"\\x01")},
                (1, 2): "k", -5: CBORSimpleValue(99), "big": 2**64 - 1, "low": -(2**64), "list": list(range(300))}
            print(cbor2.dumps(value).hex())
            print(cbor2.dumps(value, canonical=True).hex())
            print(cbor2.dumps(value, indefinite_containers=True).hex())
            """)
        let forms = try answer.split(separator: "\n").map { try #require(Hex.decode($0)) }
        #expect(forms.count == 3)
        let items = try forms.map { try CBORReader.item(in: $0[...]) }
        #expect(items[0].value == items[1].value && items[1].value == items[2].value)
        let map = items[0]
        #expect(map["big"]?.unsigned == .max && map["low"]?.value == .negative(.max))
        #expect(map["水"]?["x"]?.tagged(24)?.bytes == [1] && map[-5]?.value == .simple(99))
        #expect(map["list"]?.array?.count == 300 && map[7]?.bytes?.count == 400)
        #expect(map["a"]?.value == [1, -2, .float(1.5), .float(1e300), .null, true, .undefined])
    }
}

extension CBORValue {
    /// Returns the value without tags and with a canonical NaN.
    fileprivate var plain: CBORValue {
        switch self {
        case .tagged(_, let value): value.plain
        case .array(let values): .array(values.map(\.plain))
        case .map(let members):
            // In Python, 1, 1.0 and true are the same key.
            .map(
                Dictionary(
                    members.map { (.text($0.diagnostic), $1.plain) }, uniquingKeysWith: { first, _ in first }))
        case .float(let bits): Double(bitPattern: bits).isNaN ? .float(bits: 0x7FF8 << 48) : self
        default: self
        }
    }
}
