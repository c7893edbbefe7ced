/// An object identifier (X.660), which names an algorithm, an attribute or an extension.
public struct OID: Hashable, Sendable, CustomStringConvertible {
    /// The content bytes of the DER form.
    let encoded: [UInt8]

    /// The longest accepted form, in bytes.
    static let limit = 64

    /// Creates the identifier of these arcs, which are constants of the program. The first is at most 2, and the second is below
    /// 40 unless the first is 2.
    package init(_ first: UInt64, _ second: UInt64, _ more: UInt64...) {
        precondition(first <= 2 && (first == 2 || second < 40), "the first arcs do not form an object identifier")
        encoded = ([first * 40 + second] + more).flatMap { OID.encode(UInt128($0)) }
    }

    /// Creates the identifier of content bytes, or `nil` unless they are canonical: every arc is complete, has no leading zero
    /// and at most 128 bits; at most 64 bytes in all.
    init?(encoded: some Collection<UInt8>) {
        guard !encoded.isEmpty, encoded.count <= OID.limit, OID.arcs(encoded) != nil else { return nil }
        self.encoded = Array(encoded)
    }

    /// Creates the identifier of `text` in dotted decimal form, or `nil`.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } && (part == "0" || !part.hasPrefix("0"))
                ? UInt128(part) : nil
        }
        guard parts.count >= 2, numbers.count == parts.count, numbers[0] <= 2, numbers[0] == 2 || numbers[1] < 40,
            numbers[1] <= UInt128.max - 80
        else { return nil }
        let bytes = ([numbers[0] * 40 + numbers[1]] + numbers.dropFirst(2)).flatMap(OID.encode)
        guard bytes.count <= OID.limit else { return nil }
        encoded = bytes
    }

    /// The dotted decimal form.
    public var description: String {
        guard let arcs = OID.arcs(encoded), let first = arcs.first else { return "" }
        let root = min(first / 40, 2)
        return ([root, first - root * 40] + arcs.dropFirst()).map(\.description).joined(separator: ".")
    }

    private static func arcs(_ bytes: some Collection<UInt8>) -> [UInt128]? {
        var arcs: [UInt128] = []
        var arc: UInt128 = 0
        var isInside = false
        for byte in bytes {
            guard isInside || byte != 0x80, arc >> 121 == 0 else { return nil }
            arc = arc << 7 | UInt128(byte & 0x7F)
            isInside = byte >= 0x80
            if !isInside {
                arcs.append(arc)
                arc = 0
            }
        }
        return isInside ? nil : arcs
    }

    private static func encode(_ arc: UInt128) -> [UInt8] {
        var bytes = [UInt8(arc & 0x7F)]
        var rest = arc >> 7
        while rest > 0 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes.reversed()
    }
}
