public import JourneyBase

/// One secret of each kind to send through a program, and a search for them in everything that the program writes.
///
/// No other value equals one of them, so each occurrence is a leak. They have the form of real secrets, so a filter that admits
/// plain names or numbers is tested with values it might admit.
public struct Canary: Sendable, CustomStringConvertible, CustomReflectable {
    /// The kinds of secrets that must never be written anywhere.
    public enum Kind: String, CaseIterable, Sendable {
        case pin, oneTimeCode, bearerToken, contextToken, refreshToken, privateKey, cardNumber, cardCode
    }

    /// A secret that was found, with its encoding.
    public struct Finding: Hashable, Sendable, CustomStringConvertible {
        public let kind: Kind
        public let form: String
        public var description: String { "\(kind.rawValue) as \(form)" }
    }

    /// The bytes of each secret. More may be added, such as values that a server generates during a run.
    public private(set) var secrets: [(kind: Kind, bytes: [UInt8])]
    private var needles: [(finding: Finding, needle: CanaryNeedle)]
    /// The needles by their first two bytes, so that megabytes are searched for hundreds of needles in one pass.
    private var beginnings = [[Int]?](repeating: nil, count: 65_536)

    /// Creates the secrets.
    public init() {
        secrets = []
        needles = []
        for kind in Kind.allCases { add(kind, Canary.bytes(kind)) }
    }

    /// Adds a secret to the search.
    ///
    /// - Parameters:
    ///   - kind: The kind of secret.
    ///   - bytes: The secret.
    public mutating func add(_ kind: Kind, _ bytes: [UInt8]) {
        secrets.append((kind, bytes))
        for (name, needle) in CanaryForm.all(of: bytes, kind) where needle.bytes.count > 1 {
            let beginning = Int(needle.bytes[0]) << 8 | Int(needle.bytes[1])
            beginnings[beginning] = (beginnings[beginning] ?? []) + [needles.count]
            needles.append((Finding(kind: kind, form: name), needle))
        }
    }

    /// A fixed text: objects that carry the secrets through a run print it, which is no leak.
    public var description: String { "a canary" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Returns the secret as text, to be typed or sent; a key in hexadecimal.
    public func text(_ kind: Kind) -> String { Canary.text(kind) }

    /// All secrets as text by name, for the payload or body of a message.
    public var members: [String: JSONValue] {
        Dictionary(Kind.allCases.map { ($0.rawValue, .string(text($0))) }) { first, _ in first }
    }

    /// The private scalar of a P-256 key (SEC 1, section 2.3.8), big-endian.
    public static let scalar: [UInt8] = [
        0x3B, 0x91, 0xE4, 0x5C, 0xA7, 0x28, 0xD6, 0x13, 0x8F, 0x40, 0xB9, 0x72, 0xEC, 0x05, 0x6D, 0xC1,
        0x54, 0x1A, 0xF8, 0x97, 0x2E, 0xD3, 0x60, 0xBF, 0x09, 0x7B, 0xC8, 0x36, 0xE1, 0x4D, 0xA2, 0x95,
    ]

    private static func bytes(_ kind: Kind) -> [UInt8] { kind == .privateKey ? scalar : Array(text(kind).utf8) }

    private static func text(_ kind: Kind) -> String {
        switch kind {
        // The longest PIN (ISO 9564-1): four digits would be found in any number.
        case .pin: "940317582604"
        case .oneTimeCode: "7318204659"
        case .bearerToken: "Zq8vT1xLwR/5uYp0+KmN3sDf7~hJ2gBc4.Xe6Ao-9i=="
        case .contextToken: "uW4+kP7mQe2/Ld9sVb3nHy6~Tj1rGx8.Oc5zFa0-Ki=="
        case .refreshToken: "Rf3-xN8sLq/5bJw0.Yd2+Tg7~mPv6KeHc1Zu4Xo9aA=="
        case .privateKey: Hex.encode(scalar)
        case .cardNumber: "4929831705462818"
        // No number is printed with a leading zero, so it can't be confused with sizes and times.
        case .cardCode: "073904"
        }
    }

    /// Searches `bytes` for the secrets in all encodings.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: The secrets found.
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
