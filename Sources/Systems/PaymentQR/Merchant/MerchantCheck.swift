/// The rules for the objects of a merchant-presented code (EMV QRCPS MPM, sections 4.5 to 4.12), relaxed where a national
/// profile that the code belongs to says so.
struct MerchantCheck {
    let objects: [CodeObject]
    let profiles: [PaymentProfile]
    let lists: CodeLists

    /// The value of the object `id`, or `nil`.
    subscript(id: String) -> String? { objects.first { $0.id == id }?.value }

    private func object(_ id: String) -> CodeObject? { objects.first { $0.id == id } }

    // MARK: Presence and texts

    func presence() throws(PaymentCodeError) {
        guard self["00"] == "01" else {
            throw PaymentCodeError(.version, at: "00", "The format indicator is not 01.")
        }
        for (id, name) in [("53", "currency"), ("58", "country"), ("52", "category"), ("59", "name"), ("60", "city")] {
            guard self[id] == nil, !profiles.contains(where: { $0.optional.contains(id) }) else { continue }
            throw PaymentCodeError(.missing, at: id, "The \(name) is missing.")
        }
        guard objects.contains(where: { ("02"..."51").contains($0.id) }) else {
            throw PaymentCodeError(.missing, at: "02-51", "The code has no account.")
        }
    }

    /// Checks the characters of all values, and the lengths of those at the top.
    func texts() throws(PaymentCodeError) {
        for object in objects {
            // A value of these is of any script: the language template, reserved objects, and templates of anybody.
            let isOpen = object.id >= "64" || profiles.contains { $0.unicode.contains(object.id) }
            guard isOpen ? CodeText.isVisible(object.value) : CodeText.isASCII(object.value) else {
                throw PaymentCodeError(
                    .characters, at: deepest(object, isOpen),
                    isOpen ? "A character is invisible or a control." : "A character is not visible ASCII.")
            }
            let longest =
                switch object.id {
                case "59": 25
                case "60": 15
                case "61": 10
                default: 99
                }
            let allowed = profiles.compactMap { $0.longest[object.id] }.max() ?? longest
            guard object.value.unicodeScalars.count <= allowed else {
                throw PaymentCodeError(
                    .valueLength, at: object.id, "The value has more than \(allowed) characters.")
            }
        }
    }

    /// Returns the path of the object whose text was refused, in a template if it is there.
    private func deepest(_ object: CodeObject, _ isOpen: Bool) -> String {
        let inner = object.objects?.first { isOpen ? !CodeText.isVisible($0.value) : !CodeText.isASCII($0.value) }
        return inner.map { "\(object.id).\($0.id)" } ?? object.id
    }

    // MARK: Values

    func initiation() throws(PaymentCodeError) -> MerchantCode.Initiation? {
        guard let value = self["01"] else { return nil }
        return try PaymentCodeError.require(
            MerchantCode.Initiation(rawValue: value), .initiation, at: "01",
            "The point of initiation is neither 11 nor 12.")
    }

    func category() throws(PaymentCodeError) -> String? {
        guard let value = self["52"] else { return nil }
        try PaymentCodeError.require(
            CodeText.isDigits(value, 4), .category, at: "52", "The merchant category is not four digits.")
        return value
    }

    func currency() throws(PaymentCodeError) -> String {
        guard let value = self["53"], CodeText.isDigits(value, 3), let letters = lists.currencies[value] else {
            throw PaymentCodeError(.currency, at: "53", "The currency is not a number of ISO 4217.")
        }
        return letters
    }

    func country() throws(PaymentCodeError) -> String {
        guard let value = self["58"], lists.countries.contains(value) else {
            throw PaymentCodeError(.country, at: "58", "The country is not a code of ISO 3166-1 in capitals.")
        }
        return value
    }

    func amount(_ currency: String) throws(PaymentCodeError) -> PaymentAmount? {
        guard let value = self["54"] else { return nil }
        if let amount = PaymentAmount(value, currency: currency) { return amount }
        guard value.utf8.count <= 13 else {
            throw PaymentCodeError(.valueLength, at: "54", "The amount has more than 13 characters.")
        }
        let isZero = PaymentAmount.units(value, currency: currency) == 0
        if isZero, profiles.contains(where: \.zeroAmountIsOpen) { return nil }
        throw PaymentCodeError(
            .amount, at: "54",
            isZero
                ? "The amount is zero."
                : "The amount is not a decimal number with at most \(MinorUnits.decimals(currency)) decimals.")
    }

    func tip(_ currency: String) throws(PaymentCodeError) -> PaymentTip? {
        let (kind, fee, percentage) = (self["55"], self["56"], self["57"])
        guard kind == "02" || fee == nil else {
            throw PaymentCodeError(.conflict, at: "56", "A fixed fee needs the value 02 in object 55.")
        }
        guard kind == "03" || percentage == nil else {
            throw PaymentCodeError(.conflict, at: "57", "A percentage needs the value 03 in object 55.")
        }
        switch kind {
        case nil: return nil
        case "01": return .askPayer
        case "02":
            guard let fee else { throw PaymentCodeError(.missing, at: "56", "The fixed fee is missing.") }
            guard let amount = PaymentAmount(fee, currency: currency) else {
                throw PaymentCodeError(.tip, at: "56", "The fee is not a positive amount of the currency.")
            }
            return .fixed(amount)
        case "03":
            guard let percentage else { throw PaymentCodeError(.missing, at: "57", "The percentage is missing.") }
            guard let hundredths = PaymentTip.hundredths(percentage) else {
                throw PaymentCodeError(.tip, at: "57", "The percentage is not a number from 00.01 to 99.99.")
            }
            return .percentage(hundredths: hundredths)
        default: throw PaymentCodeError(.tip, at: "55", "The kind of tip is not 01, 02 or 03.")
        }
    }

    // MARK: Templates

    func accounts() throws(PaymentCodeError) -> [PaymentAccount] {
        var accounts: [PaymentAccount] = []
        for object in objects where ("02"..."51").contains(object.id) {
            let network = object.objects == nil ? nil : try network(of: object, object.id)
            accounts.append(PaymentAccount(object, network: network))
        }
        return accounts
    }

    func otherTemplates() throws(PaymentCodeError) {
        for object in objects where object.id >= "80" { _ = try network(of: object, object.id) }
    }

    /// Returns the identifier of a template's network (object 00), checked.
    private func network(of template: CodeObject, _ path: String) throws(PaymentCodeError) -> String {
        guard let network = template["00"] else {
            throw PaymentCodeError(.missing, at: "\(path).00", "The template has no identifier of its network.")
        }
        guard network.utf8.count <= 32 else {
            throw PaymentCodeError(
                .valueLength, at: "\(path).00", "The network's identifier has more than 32 characters.")
        }
        guard PaymentAccount.isNetwork(network) else {
            throw PaymentCodeError(
                .network, at: "\(path).00",
                "The network is unknown: its identifier is no application identifier, UUID or reverse domain.")
        }
        return network
    }

    func additional() throws(PaymentCodeError) -> AdditionalData? {
        guard let template = object("62"), let objects = template.objects else { return nil }
        var values: [AdditionalData.Kind: AdditionalData.Entry] = [:]
        var requested: Set<AdditionalData.ConsumerData> = []
        for object in objects {
            let path = "62.\(object.id)"
            if let kind = AdditionalData.Kind(rawValue: object.id) {
                guard object.value.unicodeScalars.count <= 25 else {
                    throw PaymentCodeError(.valueLength, at: path, "The value has more than 25 characters.")
                }
                values[kind] = object.value == "***" ? .askPayer : .value(object.value)
            } else if object.id == "09" {
                for letter in object.value {
                    guard let data = AdditionalData.ConsumerData(rawValue: letter), requested.insert(data).inserted
                    else {
                        throw PaymentCodeError(
                            .consumerData, at: path, "The letters are not a subset of AME, each once.")
                    }
                }
            } else if object.id == "00" {
                throw PaymentCodeError(.tag, at: path, "The additional data has no object 00.")
            } else if object.objects != nil {
                _ = try network(of: object, path)
            }
        }
        return AdditionalData(values: values, requested: requested, objects: objects)
    }

    func alternate() throws(PaymentCodeError) -> AlternateLanguage? {
        guard let template = object("64"), let objects = template.objects else { return nil }
        guard let language = template["00"] else {
            throw PaymentCodeError(.missing, at: "64.00", "The language is missing.")
        }
        let isLanguage = language.utf8.count == 2 && language.utf8.allSatisfy { $0.lowerCased.isLowerCaseLetter }
        guard isLanguage else { throw PaymentCodeError(.language, at: "64.00", "The language is not two letters.") }
        guard let name = template["01"] else {
            throw PaymentCodeError(.missing, at: "64.01", "The name in the other language is missing.")
        }
        for (id, value, longest) in [("01", name, 25), ("02", template["02"] ?? "", 15)] {
            guard value.unicodeScalars.count <= longest else {
                throw PaymentCodeError(
                    .valueLength, at: "64.\(id)", "The value has more than \(longest) characters.")
            }
        }
        return AlternateLanguage(language: language, name: name, city: template["02"], objects: objects)
    }
}
