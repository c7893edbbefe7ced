/// A merchant-presented payment code (EMV QRCPS, Merchant-Presented Mode): read strictly, with nothing lost.
///
/// A code has no signature, and its checksum proves no origin: show the payee of the service's bill, not the code's. No
/// address in a code is ever opened.
public struct MerchantCode: Hashable, Sendable {
    /// The point of initiation (object 01).
    public enum Initiation: String, Sendable {
        /// The code is for many payments.
        case reusable = "11"
        /// The code is for one payment.
        case once = "12"
    }

    /// All objects in the order of the text, with those that have no property here.
    public let objects: [CodeObject]
    /// The point of initiation, if the code states it.
    public let initiation: Initiation?
    /// The accounts of the merchant (objects 02 to 51), in the order of the text.
    public let accounts: [PaymentAccount]
    /// The merchant category (ISO 18245), four digits; `nil` only if a profile allows its absence.
    public let category: String?
    /// The currency's three letters (ISO 4217).
    public let currency: String
    /// The amount; `nil` if the payer types it.
    public let amount: PaymentAmount?
    /// The tip or convenience fee.
    public let tip: PaymentTip?
    /// The country's two letters (ISO 3166-1).
    public let country: String
    /// The merchant's name; `nil` only if a profile allows its absence.
    public let name: String?
    /// The merchant's city; `nil` only if a profile allows its absence.
    public let city: String?
    /// The merchant's postal code.
    public let postalCode: String?
    /// The additional data (object 62).
    public let additional: AdditionalData?
    /// The name and city in another language (object 64).
    public let alternate: AlternateLanguage?
    /// The national profiles that the code belongs to, with their typed values.
    public let profiles: [ProfileMatch]

    /// The longest code, in characters (EMV QRCPS MPM, section 4.1).
    public static let longest = 512

    /// The code as text, character for character as it was read.
    public var text: String { objects.map(\.text).joined() }

    /// The convenience fee for the code's own amount; `nil` without an amount, or if the payer decides.
    public var fee: PaymentAmount? { amount.flatMap { tip?.fee(for: $0) } }

    /// The amount with the fee; `nil` without an amount, or if the payer decides about a tip.
    public var total: PaymentAmount? {
        guard let amount else { return nil }
        guard let tip else { return amount }
        return tip.fee(for: amount).map {
            PaymentAmount(minorUnits: amount.minorUnits + $0.minorUnits, currency: amount.currency)
        }
    }

    /// Reads a code.
    ///
    /// White space around the text is removed once. Everything else must be exactly as the format and the matching national
    /// profiles have it.
    ///
    /// - Parameters:
    ///   - text: The text of the code.
    ///   - profiles: The national profiles; without them, the package's own.
    /// - Returns: The code.
    /// - Throws: `PaymentCodeError` with the reason and the path of the object.
    public static func read(
        _ text: String, profiles: [PaymentProfile]? = nil
    ) throws(PaymentCodeError) -> MerchantCode {
        let profiles = if let profiles { profiles } else { try PaymentProfile.all() }
        let text = CodeText.trimmed(text)
        // At most four bytes encode a character, so the bytes are bounded before anything is counted.
        guard text.utf8.count <= 4 * longest, text.unicodeScalars.count <= longest else {
            throw PaymentCodeError(.tooLong, at: "", "The text has more than \(longest) characters.")
        }
        let bytes = Array(text.utf8)
        guard bytes.count >= 4, bytes[0].isDigit, bytes[1].isDigit else {
            guard CodeText.isVisible(text) else {
                throw PaymentCodeError(.characters, at: "", "The text begins with, or has, an invisible character.")
            }
            throw PaymentCodeError(.otherKind, at: "", "The text is no merchant-presented code.")
        }
        let (objects, matching) = try objects(in: bytes, profiles)
        return try MerchantCode(objects, matching)
    }

    /// Reads the objects and checks the frame: format first, checksum last and right.
    private static func objects(
        in bytes: [UInt8], _ profiles: [PaymentProfile]
    ) throws(PaymentCodeError) -> ([CodeObject], [PaymentProfile]) {
        do throws(PaymentCodeError) {
            let objects = try framed(bytes, .characters)
            return (objects, profiles.filter { $0.recognises(objects) })
        } catch {
            // A profile may count bytes, but only for codes that can't be read in the standard's way.
            let counting = profiles.filter(\.countsBytes)
            guard !counting.isEmpty, let objects = try? framed(bytes, .bytes) else { throw error }
            let matching = counting.filter { $0.recognises(objects) }
            guard !matching.isEmpty else { throw error }
            return (objects, matching)
        }
    }

    private static func framed(
        _ bytes: [UInt8], _ unit: CodeObjectReader.Unit
    ) throws(PaymentCodeError) -> [CodeObject] {
        let objects = try CodeObjectReader(bytes: bytes, unit: unit).code()
        guard objects.first?.id == "00" else {
            throw PaymentCodeError(.order, at: "00", "The format indicator is not the first object.")
        }
        guard let last = objects.last, last.id == "63" else {
            throw PaymentCodeError(.missing, at: "63", "The checksum is missing.")
        }
        let isChecksum =
            last.value.utf8.count == 4 && last.value.utf8.allSatisfy { $0.isDigit || (0x41...0x46).contains($0) }
        guard isChecksum else {
            throw PaymentCodeError(.checksum, at: "63", "The checksum is not four hexadecimal digits in capitals.")
        }
        guard last.value == Checksum.text(bytes.dropLast(4)) else {
            throw PaymentCodeError(.checksum, at: "63", "The checksum differs from that of the text.")
        }
        return objects
    }

    /// Creates a code of objects whose frame was checked.
    private init(_ objects: [CodeObject], _ matching: [PaymentProfile]) throws(PaymentCodeError) {
        let lists = try CodeLists.shipped.get()
        let check = MerchantCheck(objects: objects, profiles: matching, lists: lists)
        try check.presence()
        try check.texts()
        self.objects = objects
        initiation = try check.initiation()
        accounts = try check.accounts()
        category = try check.category()
        currency = try check.currency()
        country = try check.country()
        amount = try check.amount(currency)
        tip = try check.tip(currency)
        additional = try check.additional()
        alternate = try check.alternate()
        try check.otherTemplates()
        name = check["59"]
        city = check["60"]
        postalCode = check["61"]
        var profiles: [ProfileMatch] = []
        for profile in matching { profiles.append(try profile.match(objects, currency: currency)) }
        self.profiles = profiles
    }
}

extension MerchantCode: CustomStringConvertible {
    /// The kind, country, currency and profiles, without the payee's data.
    public var description: String {
        let names = profiles.map { ", \($0.title)" }.joined()
        return "merchant-presented code, \(country), \(amount?.description ?? currency)\(names)"
    }
}
