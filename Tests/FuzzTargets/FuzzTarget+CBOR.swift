import JourneyBase
import JourneyCBOR

extension FuzzTarget {
    /// The strict reader: accepted input keeps its bytes, and is written and read back as the same value in one form.
    static let cbor = FuzzTarget(
        "cbor",
        seeds: [
            "a26161016162820203", "bf61610161629f0203ffff", "5f42010243030405ff", "7f657374726561646d696e67ff",
            "d818456449455446", "c249010000000000000000", "f97e00", "fa7fc00001", "fb3ff199999999999a", "f8ff",
            "9f018202039f0405ffff", "3bffffffffffffffff", "a201020304", "a2010201f6", "81818181818181818180",
            "9b00000000ffffffff", "a1a1010203", "a2f9000000f9800001", "64f0908591", "a3617801190001f500f7",
            "9f" + String(repeating: "00", count: 256) + "ff",
        ].map { Hex.decode($0) ?? [] }
    ) { input in
        let limits = CBORLimits(bytes: 65_536, depth: 12, items: 4_096)
        guard let item = try? CBORReader.item(in: input[...], limits: limits) else { return }
        promise(Array(item.encoded) == input, "the bytes are kept as received")
        promiseInside(item)
        let value = item.value
        let written = value.encoded
        // An indefinite-length container of more than 255 items is a byte shorter; its end is one byte.
        promise(written.count <= input.count + input.count { $0 == 0xFF }, "no other spelling is shorter")
        guard let again = try? CBORReader.item(in: written[...], limits: limits) else {
            return promise(false, "what was read is written as something that is read")
        }
        promise(again.value == value && again.isDeterministic, "it has one value and one form")
    }

    /// Checks that every item lies in the bytes of its container.
    private static func promiseInside(_ item: CBORItem) {
        let inner: [CBORItem] =
            switch item.content {
            case .array(let items): items
            case .map(let members): members.flatMap { [$0.key, $0.value] }
            case .tagged(_, let content): [content]
            default: []
            }
        var end = item.encoded.startIndex + 1
        for part in inner {
            promise(
                part.encoded.startIndex >= end && part.encoded.endIndex <= item.encoded.endIndex,
                "items follow each other inside what holds them")
            end = part.encoded.endIndex
            promiseInside(part)
        }
    }
}
