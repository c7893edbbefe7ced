extension MerchantCode {
    /// The parts of a code to write. `MerchantCode.write` puts them in order, adds the checksum and reads the result.
    public struct Draft: Sendable {
        /// The point of initiation.
        public var initiation: Initiation?
        /// The merchant account objects, with identifiers `02` to `51`. At least one is required.
        public var accounts: [CodeObject]
        /// The merchant category, four digits.
        public var category: String?
        /// The currency's three letters (ISO 4217).
        public var currency: String
        /// The amount as a decimal number, such as `23.72`; `nil` if the payer types it.
        public var amount: String?
        /// The tip or convenience fee: object 55, with 56 or 57.
        public var tip: [CodeObject]
        /// The country's two letters (ISO 3166-1).
        public var country: String
        /// The merchant's name.
        public var name: String?
        /// The merchant's city.
        public var city: String?
        /// The merchant's postal code.
        public var postalCode: String?
        /// The objects of the additional data (object 62).
        public var additional: [CodeObject]
        /// The objects of the other language (object 64).
        public var alternate: [CodeObject]
        /// Other objects, `65` to `99`.
        public var others: [CodeObject]

        /// Creates a draft. All further parts are empty.
        ///
        /// - Parameters:
        ///   - accounts: The accounts, `02` to `51`.
        ///   - category: The merchant category, four digits.
        ///   - currency: The currency's three letters.
        ///   - country: The country's two letters.
        ///   - name: The merchant's name, 25 ASCII characters at most.
        ///   - city: The merchant's city, 15 ASCII characters at most.
        public init(
            accounts: [CodeObject], category: String?, currency: String, country: String, name: String?, city: String?
        ) {
            self.accounts = accounts
            self.category = category
            self.currency = currency
            self.country = country
            self.name = name
            self.city = city
            (initiation, amount, postalCode) = (nil, nil, nil)
            (tip, additional, alternate, others) = ([], [], [], [])
        }
    }

    /// Writes a code, in the order of identifiers, with its checksum.
    ///
    /// - Parameters:
    ///   - draft: The parts.
    ///   - profiles: The national profiles; without them, the package's own.
    /// - Returns: The code, as `read` returns it for the text.
    /// - Throws: `PaymentCodeError`, for everything that `read` refuses.
    public static func write(
        _ draft: Draft, profiles: [PaymentProfile]? = nil
    ) throws(PaymentCodeError) -> MerchantCode {
        guard let number = try CodeLists.shipped.get().number(of: draft.currency) else {
            throw PaymentCodeError(.currency, at: "53", "The currency is not one of ISO 4217.")
        }
        let single = [
            ("01", draft.initiation?.rawValue), ("52", draft.category), ("53", number),
            ("54", draft.amount), ("58", draft.country), ("59", draft.name), ("60", draft.city),
            ("61", draft.postalCode),
        ]
        var objects = single.compactMap { id, value in value.map { CodeObject(id, $0) } } + draft.accounts + draft.tip
        if !draft.additional.isEmpty { objects.append(CodeObject("62", draft.additional)) }
        if !draft.alternate.isEmpty { objects.append(CodeObject("64", draft.alternate)) }
        objects += draft.others
        return try write(objects, profiles: profiles)
    }

    /// Writes a code of its objects, in the order of identifiers, with its checksum.
    ///
    /// - Parameters:
    ///   - objects: All objects without the checksum (63). The format indicator (00) may be absent.
    ///   - profiles: The national profiles; without them, the package's own.
    /// - Returns: The code, as `read` returns it for the text.
    /// - Throws: `PaymentCodeError`, for everything that `read` refuses.
    public static func write(
        _ objects: [CodeObject], profiles: [PaymentProfile]? = nil
    ) throws(PaymentCodeError) -> MerchantCode {
        var objects = objects
        if !objects.contains(where: { $0.id == "00" }) { objects.append(CodeObject("00", "01")) }
        for object in objects {
            // A longer value has no length of two digits, and would be read as something else.
            guard try fits(object, at: object.id) else {
                throw PaymentCodeError(.valueLength, at: object.id, "A value doesn't have 1 to 99 characters.")
            }
        }
        objects.sort { $0.id < $1.id }
        let text = objects.map(\.text).joined() + "6304"
        return try read(text + Checksum.text(text.utf8), profiles: profiles)
    }

    private static func fits(_ object: CodeObject, at path: String) throws(PaymentCodeError) -> Bool {
        guard CodeText.isDigits(object.id, 2), object.id != "63" else {
            throw PaymentCodeError(.tag, at: path, "An identifier is not two digits, or is the checksum's.")
        }
        for inner in object.objects ?? [] {
            guard try fits(inner, at: "\(path).\(inner.id)") else { return false }
        }
        return (1...99).contains(object.value.unicodeScalars.count)
    }
}
