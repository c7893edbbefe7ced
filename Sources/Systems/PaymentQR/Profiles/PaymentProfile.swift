/// The rules of a national profile, read from a data file (`docs/reference/payment-qr.md` describes its format).
public struct PaymentProfile: Hashable, Sendable {
    /// The rules for one kind of account.
    struct Account: Hashable, Sendable {
        let ids: ClosedRange<String>
        /// The identifiers of the network, in capitals; `*` stands for one label.
        let networks: [String]
        /// Without networks: the objects whose presence, in a code of the country, shows that it is this account.
        let presence: [String]
        let required: [String]
        /// Objects of which exactly one must be present.
        let oneOf: [String]
        let objects: [Object]
    }

    /// The rules for an object in a template.
    struct Object: Hashable, Sendable {
        let id: String
        let name: String
        /// The object whose value chooses among the forms.
        let by: String?
        let forms: [ProfileForm]
    }

    /// The identifier, such as `bangla-qr`.
    public let id: String
    /// The name for people, such as `Bangla QR`.
    public let title: String
    let countries: [String]
    let currencies: [String]
    let accounts: [Account]
    let additional: [Object]
    /// The mandatory objects that the profile's codes may lack.
    let optional: [String]
    /// The longest values, where they are longer than in the standard.
    let longest: [String: Int]
    /// The objects that may have characters beyond ASCII.
    let unicode: [String]
    /// `true` if an amount of zero means that the payer types it.
    let zeroAmountIsOpen: Bool
    /// `true` if lengths may count bytes, for codes that can't be read in the standard's way.
    let countsBytes: Bool

    /// Returns `true` if one of the code's accounts is the profile's.
    func recognises(_ objects: [CodeObject]) -> Bool {
        objects.contains { object in accounts.contains { isAccount($0, object, of: objects) } }
    }

    private func isAccount(_ account: Account, _ object: CodeObject, of code: [CodeObject]) -> Bool {
        guard account.ids.contains(object.id), object.objects != nil, let network = object["00"] else { return false }
        guard account.networks.isEmpty else {
            return account.networks.contains { PaymentProfile.matches($0, network) }
        }
        guard let country = code.first(where: { $0.id == "58" })?.value, countries.contains(country) else {
            return false
        }
        return account.presence.allSatisfy { object[$0] != nil }
    }

    /// Compares a network's identifier without regard to case.
    private static func matches(_ pattern: String, _ network: String) -> Bool {
        guard pattern.utf8.contains(UInt8(ascii: "*")) else {
            return pattern.utf8.count == network.utf8.count
                && zip(pattern.utf8, network.utf8).allSatisfy { $0.lowerCased == $1.lowerCased }
        }
        let parts = pattern.split(separator: ".")
        let labels = network.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= parts.count, let first = parts.first, let last = parts.last else { return false }
        // One asterisk, in the middle, stands for one label or more.
        return labels[0].uppercased() == first && labels[labels.count - 1].uppercased() == last
            && labels.allSatisfy { !$0.isEmpty }
    }

    /// Checks a code that the profile recognises, and returns the typed values.
    func match(_ code: [CodeObject], currency: String) throws(PaymentCodeError) -> ProfileMatch {
        for (id, allowed) in [("58", countries), ("53", currencies)] {
            guard let value = code.first(where: { $0.id == id })?.value, allowed.contains(value) else {
                throw PaymentCodeError(
                    .profile, at: id, "\(title) requires \(allowed.joined(separator: " or ")) in object \(id).")
            }
        }
        var fields: [ProfileMatch.Field] = []
        for object in code {
            guard let account = accounts.first(where: { isAccount($0, object, of: code) }) else { continue }
            for id in account.required where object[id] == nil {
                throw PaymentCodeError(.profile, at: "\(object.id).\(id)", "\(title) requires the object.")
            }
            let present = account.oneOf.filter { object[$0] != nil }
            guard account.oneOf.isEmpty || present.count == 1 else {
                throw PaymentCodeError(
                    .profile, at: object.id,
                    "\(title) requires exactly one of the objects \(account.oneOf.joined(separator: ", ")).")
            }
            fields += try self.fields(account.objects, in: object, currency)
        }
        if let object = code.first(where: { $0.id == "62" }) {
            fields += try self.fields(additional, in: object, currency)
        }
        return ProfileMatch(id: id, title: title, fields: fields)
    }

    private func fields(
        _ rules: [Object], in template: CodeObject, _ currency: String
    ) throws(PaymentCodeError) -> [ProfileMatch.Field] {
        var fields: [ProfileMatch.Field] = []
        for rule in rules {
            guard let text = template[rule.id] else { continue }
            let chosen = rule.by.flatMap { template[$0] }
            let forms = rule.forms.lazy.filter { $0.when == nil || $0.when == chosen }
            guard let value = forms.compactMap({ $0.value(text, currency: currency) }).first else {
                throw PaymentCodeError(
                    .profile, at: "\(template.id).\(rule.id)",
                    "The value of \(rule.name) does not have the form that \(title) requires.")
            }
            fields.append(ProfileMatch.Field(path: "\(template.id).\(rule.id)", name: rule.name, value: value))
        }
        return fields
    }
}
