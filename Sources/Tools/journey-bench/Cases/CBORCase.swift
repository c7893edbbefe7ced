import CCBOR
import Glibc
import JourneyBase
import JourneyCBOR

/// Measures the strict reader and the deterministic writer against libcbor, and beside cbor2, which times itself.
///
/// libcbor copies each string into its tree, accepts duplicate keys, and writes maps unsorted. This package's reader keeps the
/// received bytes and refuses duplicate keys; its writer sorts each map.
enum CBORCase {
    private static let limits = CBORLimits(bytes: 8 << 20, depth: 16, items: 100_000)
    private static let documents: [(name: String, value: CBORValue)] = [
        ("response of 30 KB", response(documents: 1, portrait: 24_000)),
        ("response of 2 MB", response(documents: 64, portrait: 26_000)),
        // The digests in a security object: a number for each element, and its digest.
        (
            "map of 10,000 digests",
            .map(
                Dictionary(
                    uniqueKeysWithValues: (0..<10_000).map {
                        (CBORValue.unsigned(UInt64($0)), CBORValue.bytes([UInt8](repeating: 7, count: 32)))
                    }))
        ),
    ]

    @Sendable static func figures(_ bench: Workbench) async throws -> [Measurement] {
        var figures: [Measurement] = []
        for (name, value) in documents {
            let bytes = value.encoded
            let tree = try Tree(bytes)
            guard try CBORReader.item(in: bytes[...], limits: limits).value == value, tree.written() == bytes.count
            else { throw BenchError(what: "A CBOR document was not decoded correctly.") }
            let read = try await bench.sampler.calculate(
                floor: { keep(try Tree(bytes)) }, ours: { keep(try CBORReader.item(in: bytes[...], limits: limits)) })
            let written = try await bench.sampler.calculate(
                floor: { keep(tree.written()) }, ours: { keep(value.encoded) })
            let peer = try await PythonCBOR.nanoseconds(bytes)
            let megabytes = Double(bytes.count) / 1_000_000
            for (index, (verb, samples)) in [("read", read), ("written", written)].enumerated() {
                let title = "CBOR: \(name), \(verb), 1 MB"
                figures.append(Measurement(title, floor: "libcbor", samples, units: megabytes, aim: .ratio(1.5)))
                if let peer {
                    let beside = Sampler.Samples(floor: samples.ours.map { _ in peer[index] }, ours: samples.ours)
                    figures.append(Measurement("  beside cbor2", floor: "cbor2", beside, units: megabytes))
                }
            }
        }
        return figures
    }

    /// Returns a holder's response: documents of eleven elements, one of which is a portrait.
    private static func response(documents: Int, portrait: Int) -> CBORValue {
        let names = [
            "family_name", "given_name", "birth_date", "issue_date", "expiry_date", "issuing_country",
            "issuing_authority", "document_number", "driving_privileges", "un_distinguishing_sign", "portrait",
        ]
        let items = names.enumerated().map { index, name -> CBORValue in
            let value: CBORValue =
                name == "portrait" ? .bytes([UInt8](repeating: 0xA5, count: portrait)) : .text("value of \(name)")
            let item: CBORValue = [
                "digestID": .unsigned(UInt64(index)), "random": .bytes([UInt8](repeating: 1, count: 32)),
                "elementIdentifier": .text(name), "elementValue": value,
            ]
            return .tagged(24, .bytes(item.encoded))
        }
        let signature: CBORValue = .bytes([UInt8](repeating: 3, count: 64))
        let document: CBORValue = [
            "docType": "org.iso.18013.5.1.mDL",
            "issuerSigned": [
                "nameSpaces": ["org.iso.18013.5.1": .array(items)],
                "issuerAuth": [
                    .bytes([0xA1, 0x01, 0x26]), .map([33: .bytes([UInt8](repeating: 1, count: 600))]),
                    .bytes([UInt8](repeating: 2, count: 2_500)), signature,
                ],
            ],
            "deviceSigned": [
                "nameSpaces": .tagged(24, .bytes([0xA0])),
                "deviceAuth": ["deviceSignature": [.bytes([0xA1, 0x01, 0x26]), .map([:]), .null, signature]],
            ],
        ]
        return [
            "version": "1.0", "documents": .array(Array(repeating: document, count: documents)), "status": 0,
        ]
    }

    /// A tree decoded by libcbor.
    private final class Tree {
        private var root: UnsafeMutablePointer<cbor_item_t>?

        init(_ bytes: [UInt8]) throws {
            var result = cbor_load_result()
            root = bytes.withUnsafeBufferPointer { cbor_load($0.baseAddress, $0.count, &result) }
            try expect(root != nil && result.read == bytes.count, "libcbor could not decode the document.")
        }

        /// Encodes the tree and returns the number of bytes.
        func written() -> Int {
            var (out, size): (UnsafeMutablePointer<UInt8>?, Int) = (nil, 0)
            defer { free(out) }
            return cbor_serialize_alloc(root, &out, &size)
        }

        deinit { cbor_decref(&root) }
    }
}
