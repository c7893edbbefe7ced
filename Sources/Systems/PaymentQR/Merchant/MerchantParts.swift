/// An account of a merchant (objects 02 to 51 of a code).
public struct PaymentAccount: Hashable, Sendable {
    /// The payment systems with objects of their own (EMV QRCPS MPM, table 4.3).
    public enum System: String, Sendable {
        case visa, mastercard, emvco, discover
        case americanExpress = "american-express"
        case jcb
        case unionPay = "unionpay"
    }

    /// The object's identifier, `02` to `51`.
    public let id: String
    /// The payment system of an object below 26; `nil` for a template.
    public let system: System?
    /// The identifier of a template's network: an application identifier, a UUID or a reverse domain.
    public let network: String?
    /// The value as it is in the code.
    public let value: String
    /// The data objects of a template, including the network's identifier.
    public let objects: [CodeObject]

    init(_ object: CodeObject, network: String?) {
        id = object.id
        value = object.value
        objects = object.objects ?? []
        self.network = network
        system =
            switch CodeObjectReader.number(object.id) {
            case 2...3: .visa
            case 4...5: .mastercard
            case 6...8, 17...25: .emvco
            case 9...10: .discover
            case 11...12: .americanExpress
            case 13...14: .jcb
            case 15...16: .unionPay
            default: nil
            }
    }

    /// Returns `true` if `text` has the form of an application identifier, a UUID without hyphens, or a reverse domain. Some
    /// networks have a name of one label.
    static func isNetwork(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return labels.allSatisfy { label in
            !label.isEmpty
                && label.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        }
    }
}

/// The additional data of a code (object 62).
public struct AdditionalData: Hashable, Sendable {
    /// The kinds of values; the raw values are the objects' identifiers.
    public enum Kind: String, Sendable, CaseIterable {
        case bill = "01"
        case mobile = "02"
        case store = "03"
        case loyalty = "04"
        case reference = "05"
        case customer = "06"
        case terminal = "07"
        case purpose = "08"
    }

    /// A value, or the request to ask the payer for it.
    public enum Entry: Hashable, Sendable {
        case value(String)
        /// The code has `***`.
        case askPayer
    }

    /// The payer's data that the merchant asks for (object 09).
    public enum ConsumerData: Character, Sendable, CaseIterable {
        case address = "A"
        case mobile = "M"
        case email = "E"
    }

    /// The values by their kinds.
    public let values: [Kind: Entry]
    /// The payer's data that the merchant asks for.
    public let requested: Set<ConsumerData>
    /// All data objects of the template, including those without a property of their own.
    public let objects: [CodeObject]

    /// Returns the value of a kind; `nil` if it is absent or the payer is asked for it.
    ///
    /// - Parameter kind: The kind.
    public subscript(kind: Kind) -> String? {
        if case .value(let text) = values[kind] { text } else { nil }
    }
}

/// A merchant's name and city in another language (object 64).
public struct AlternateLanguage: Hashable, Sendable {
    /// The language, two letters of ISO 639-1.
    public let language: String
    /// The merchant's name, in any script.
    public let name: String
    /// The merchant's city, in any script.
    public let city: String?
    /// All data objects of the template, including those without a property of their own.
    public let objects: [CodeObject]
}
