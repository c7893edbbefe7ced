import JourneyBase
import TestSupport

@testable import PaymentQR

/// The payment codes of the public test data, and codes to vary.
enum PaymentVectors {
    static let isThere = Vectors.has("payments/mpm.json")

    static func merchant() throws -> [JSONValue] { try Vectors.json("payments/mpm.json").array ?? [] }
    static func hostile() throws -> [JSONValue] { try Vectors.json("payments/mpm-hostile.json").array ?? [] }
    static func consumer(_ part: String) throws -> [JSONValue] {
        try Vectors.json("payments/cpm.json")[part]?.array ?? []
    }

    /// A code of this package's own, complete and valid.
    static let bangla =
        "00020101021226560016com.example.bank0102000204099903189017520000116943115204541153030505406500.005502015802BD"
        + "5912RUPSHA STORE6005DHAKA62120708T000000164290002BN0111রূপসা স্টোর0204ঢাকা"

    /// Returns `text` with its checksum.
    static func signed(_ text: String) -> String { text + "6304" + Checksum.text((text + "6304").utf8) }

    /// Returns the objects as text, with the checksum.
    static func code(_ objects: [(String, String)]) -> String {
        signed(objects.map { CodeObject($0.0, $0.1).text }.joined())
    }

    /// The objects of a plain code, of which `changes` replaces or removes some; `added` follow them.
    static func plain(_ changes: [String: String?] = [:], added: [(String, String)] = []) -> String {
        let objects: [(String, String)] = [
            ("00", "01"), ("01", "11"), ("26", CodeObject("00", "A000000333010101").text), ("52", "5411"),
            ("53", "840"), ("58", "US"), ("59", "SHOP"), ("60", "TOWN"),
        ]
        return code(objects.compactMap { id, value in changes[id, default: value].map { (id, $0) } } + added)
    }

    /// Returns the reason and the place of the refusal, or "read".
    static func verdict(_ body: () throws(PaymentCodeError) -> Void) -> String {
        do {
            try body()
            return "read"
        } catch { return "\(error.reason.rawValue) at \(error.place)" }
    }

    static func verdict(_ text: String) -> String {
        verdict { () throws(PaymentCodeError) in _ = try MerchantCode.read(text) }
    }
}
