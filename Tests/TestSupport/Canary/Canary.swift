public import JourneyBase

/// One secret of each kind, to be sent through a program, and the search for them in what the program leaves behind.
///
/// None of them is the value of anything else, so that whatever is found has leaked. They are of the shape that the real
/// ones have, so that a rule which lets plain names or numbers through is met by what such a rule would let through.
public struct Canary: Sendable, CustomStringConvertible, CustomReflectable {
    /// What must never be left anywhere.
    public enum Kind: String, CaseIterable, Sendable {
        case pin, oneTimeCode, bearerToken, contextToken, refreshToken, privateKey, cardNumber, cardCode
    }

    /// A secret that was found, and how it was written.
    public struct Finding: Hashable, Sendable, CustomStringConvertible {
        public let kind: Kind
        public let form: String
        public var description: String { "\(kind.rawValue) as \(form)" }
    }

    /// The bytes of each. More may be added: what a server made up in the course of a run.
    public private(set) var secrets: [(kind: Kind, bytes: [UInt8])]
    private var needles: [(finding: Finding, needle: CanaryNeedle)]
    /// The needles that begin with two bytes: megabytes are searched for hundreds of them, in one pass.
    private var beginnings = [[Int]?](repeating: nil, count: 65_536)

    /// The secrets.
    public init() {
        secrets = []
        needles = []
        for kind in Kind.allCases { add(kind, Canary.bytes(kind)) }
    }

    /// Looks for `bytes` too.
    public mutating func add(_ kind: Kind, _ bytes: [UInt8]) {
        secrets.append((kind, bytes))
        for (name, needle) in CanaryForm.all(of: bytes, kind) where needle.bytes.count > 1 {
            let beginning = Int(needle.bytes[0]) << 8 | Int(needle.bytes[1])
            beginnings[beginning] = (beginnings[beginning] ?? []) + [needles.count]
            needles.append((Finding(kind: kind, form: name), needle))
        }
    }

    /// It is in whatever carries the secrets through a run, and is no leak itself.
    public var description: String { "a canary" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// The secret as text, to be typed, sent and said. A key has none; it is given as hexadecimal digits.
    public func text(_ kind: Kind) -> String { Canary.text(kind) }

    /// All that have a text, by name, for a payload or a body that says everything.
    public var members: [String: JSONValue] {
        Dictionary(Kind.allCases.map { ($0.rawValue, .string(text($0))) }) { first, _ in first }
    }

    /// A P-256 private key's number (SEC 1, section 2.3.8), big-endian.
    public static let scalar: [UInt8] = [
        0x3B, 0x91, 0xE4, 0x5C, 0xA7, 0x28, 0xD6, 0x13, 0x8F, 0x40, 0xB9, 0x72, 0xEC, 0x05, 0x6D, 0xC1,
        0x54, 0x1A, 0xF8, 0x97, 0x2E, 0xD3, 0x60, 0xBF, 0x09, 0x7B, 0xC8, 0x36, 0xE1, 0x4D, 0xA2, 0x95,
    ]

    private static func bytes(_ kind: Kind) -> [UInt8] { kind == .privateKey ? scalar : Array(text(kind).utf8) }

    private static func text(_ kind: Kind) -> String {
        switch kind {
        // As long as a PIN may be (ISO 9564-1): four digits would be found wherever there are numbers.
        case .pin: "940317582604"
        case .oneTimeCode: "7318204659"
        case .bearerToken: "Zq8vT1xLwR/5uYp0+KmN3sDf7~hJ2gBc4.Xe6Ao-9i=="
        case .contextToken: "uW4+kP7mQe2/Ld9sVb3nHy6~Tj1rGx8.Oc5zFa0-Ki=="
        case .refreshToken: "Rf3-xN8sLq/5bJw0.Yd2+Tg7~mPv6KeHc1Zu4Xo9aA=="
        case .privateKey: Hex.encode(scalar)
        case .cardNumber: "4929831705462818"
        // With a zero before it no number is printed, so that it can be told from sizes and times.
        case .cardCode: "073904"
        }
    }

    /// What of the secrets stands in `bytes`, in whatever form.
    public func findings(in bytes: [UInt8]) -> [Finding] {
        var found: Set<Int> = []
        bytes.withUnsafeBytes { hay in
            var place = 0
            while place + 1 < hay.count {
                if let candidates = beginnings[Int(hay[place]) << 8 | Int(hay[place + 1])] {
                    for candidate in candidates where needles[candidate].needle.stands(in: hay, at: place) {
                        found.insert(candidate)
                    }
                }
                place += 1
            }
        }
        return found.sorted().map { needles[$0].finding }
    }
}
