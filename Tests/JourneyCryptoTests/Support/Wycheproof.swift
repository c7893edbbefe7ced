import JourneyBase
import TestSupport
import Testing

/// One file of Wycheproof's vectors.
struct Wycheproof {
    struct Case {
        let group: JSONValue
        let test: JSONValue
        var id: Int64 { test["tcId"]?.int64 ?? 0 }
        /// `valid`, `invalid` or `acceptable`.
        var result: String { test["result"]?.string ?? "" }
        var flags: [String] { test["flags"]?.array?.compactMap(\.string) ?? [] }
        /// Returns the bytes of a member in hexadecimal.
        func bytes(_ name: String) throws -> [UInt8] {
            try #require((test[name] ?? group[name])?.string.flatMap { Hex.decode($0) })
        }
    }

    let name: String
    let cases: [Case]

    init(_ name: String) throws {
        self.name = name
        let file = try Vectors.json("wycheproof/\(name)_test.json")
        cases = try #require(file["testGroups"]?.array).flatMap { group in
            (group["tests"]?.array ?? []).map { Case(group: group, test: $0) }
        }
        #expect(cases.count == Int(try #require(file["numberOfTests"]?.int64)))
    }

    /// `true` if the vectors are there.
    static let isPresent = Vectors.has("wycheproof")

    /// Returns `true` if the file `name` exists; PyPI's package lacks some.
    static func has(_ name: String) -> Bool { Vectors.has("wycheproof/\(name)_test.json") }

    /// Reports the number of cases by result.
    func report(_ totals: [String: Int]) {
        let parts = totals.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        print("Wycheproof \(name): \(cases.count) cases: \(parts.joined(separator: ", "))")
        #expect(totals.values.reduce(0, +) == cases.count)
    }
}

/// Returns a 32-byte scalar from an integer of any length.
func scalar(_ number: [UInt8]) -> Secret {
    let digits = number.drop { $0 == 0 }
    return Secret(copying: [UInt8](repeating: 0, count: max(0, 32 - digits.count)) + digits)
}

extension Secret {
    /// The bytes in ordinary memory, for tests only.
    var revealed: [UInt8] { withBytes { Array($0) } }
}
