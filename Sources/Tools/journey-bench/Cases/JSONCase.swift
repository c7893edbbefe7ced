import Foundation
import JourneyBase

/// Measures the strict reader against `JSONDecoder`, on a page of a bank statement with 100 payments, about 25 KB.
///
/// The strict reader returns a tree of values and refuses duplicate keys and numbers that would change. `JSONDecoder` is measured
/// with a tree, and with a struct that names every member, which is its fastest use.
enum JSONCase {
    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        let text = document()
        let data = Data(text)
        let decoder = JSONDecoder()
        let ours = { keep(try JSONReader.read(text)) }
        guard try JSONReader.read(text)["payments"]?.array?.count == 100,
            try decoder.decode(Page.self, from: data).payments.count == 100,
            case .object(let page) = try decoder.decode(Tree.self, from: data), page.count == 2
        else { throw BenchError(what: "The JSON document was not decoded correctly.") }
        let peers: [(name: String, read: () throws -> Void)] = [
            ("JSONDecoder, tree", { keep(try decoder.decode(Tree.self, from: data)) }),
            ("JSONDecoder, struct", { keep(try decoder.decode(Page.self, from: data)) }),
        ]
        var figures: [Measurement] = []
        for peer in peers {
            figures += [
                try await bench.calculated(
                    "JSON: \(peer.name)", floor: peer.name, aim: .ratio(0.5), floor: peer.read, ours: ours),
                Measurement(
                    "JSON: \(peer.name), allocations", floor: peer.name,
                    try Allocations.compare(floor: peer.read, ours: ours), unit: .allocations, aim: .ratio(0.1)),
            ]
        }
        return figures
    }

    /// A tree of any JSON, comparable to `JSONValue`.
    private enum Tree: Decodable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        case array([Tree])
        case object([String: Tree])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(String.self) {
                self = .string(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode([String: Tree].self) {
                self = .object(value)
            } else if let value = try? container.decode([Tree].self) {
                self = .array(value)
            } else {
                self = .null
            }
        }
    }

    private struct Page: Decodable {
        struct Payee: Decodable {
            let name, sortCode, accountNumber: String
        }
        struct Payment: Decodable {
            let id, currency, reference, status: String
            let amount: Int
            let rate: Double
            let isRecurring: Bool
            let payee: Payee
            let tags: [String]
            let note: String?
        }
        let payments: [Payment]
        let next: String?
    }

    private static func document() -> [UInt8] {
        let payments = (0..<100).map { index -> JSONValue in
            [
                "id": .string("0b4e7aa2-5d3c-4d2e-9b4b-7b7d2f0e\(1_000 + index)"), "currency": "GBP",
                "reference": .string("Rent, “March” – flat \(index)"),
                "status": .string(index.isMultiple(of: 3) ? "PENDING" : "SETTLED"),
                "amount": .number(JSONNumber(125_000 + index)), "rate": JSONNumber(1.0625).map { .number($0) } ?? 1,
                "isRecurring": .bool(index.isMultiple(of: 2)),
                "payee": [
                    "name": "Zoë O'Brien", "sortCode": "40-00-01", "accountNumber": .string("\(10_000_000 + index)"),
                ],
                "tags": ["home", "standing"], "note": .null,
            ]
        }
        let page: JSONValue = ["payments": .array(payments), "next": "/payments?page=2"]
        return page.compactBytes
    }
}
