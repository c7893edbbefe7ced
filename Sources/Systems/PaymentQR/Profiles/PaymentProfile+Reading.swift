extension PaymentProfile {
    /// The package's own profiles, or the reason why their files can't be read.
    static let shipped: Result<[PaymentProfile], PaymentCodeError> = {
        do throws(PaymentCodeError) {
            var profiles: [PaymentProfile] = []
            for name in DataFile.names(in: "profiles") {
                profiles.append(try PaymentProfile(ProfileFile(name: name, value: DataFile.read(name))))
            }
            guard !profiles.isEmpty else {
                throw PaymentCodeError(.dataFile, at: "profiles", "The folder is missing in the module's bundle.")
            }
            return .success(profiles)
        } catch { return .failure(error) }
    }()

    /// Returns the package's own profiles, to add others to them.
    ///
    /// - Returns: The profiles, sorted by the names of their files.
    /// - Throws: `PaymentCodeError` with `PAYMENT_CODE_DATA_FILE`.
    public static func all() throws(PaymentCodeError) -> [PaymentProfile] { try shipped.get() }

    /// Reads a profile.
    ///
    /// - Parameter json: The data file. Unknown members are refused.
    /// - Throws: `PaymentCodeError` with `PAYMENT_CODE_DATA_FILE`; the place is the member.
    public init(json: [UInt8]) throws(PaymentCodeError) {
        try self.init(ProfileFile(name: "profile", value: DataFile.json(json, "profile")))
    }

    private init(_ file: ProfileFile) throws(PaymentCodeError) {
        try file.allow([
            "id", "title", "countries", "currencies", "accounts", "additional", "optional", "longest", "unicode",
            "zeroAmountIsOpen", "countsBytes",
        ])
        id = try file.text("id")
        title = try file.text("title")
        countries = try file.texts("countries")
        currencies = try file.texts("currencies")
        optional = try file.texts("optional")
        // Without a currency or a country there is nothing to check an amount or a profile by.
        guard !countries.isEmpty, !currencies.isEmpty, Set(optional).isSubset(of: ["52", "59", "60"]) else {
            throw file.error("countries", "A profile names countries and currencies, and omits 52, 59 or 60 at most.")
        }
        unicode = try file.texts("unicode")
        zeroAmountIsOpen = try file.flag("zeroAmountIsOpen")
        countsBytes = try file.flag("countsBytes")
        longest = try file.numbers("longest")
        var accounts: [Account] = []
        for item in try file.files("accounts") { accounts.append(try Account(item)) }
        guard !accounts.isEmpty else { throw file.error("accounts", "A profile has one account at least.") }
        self.accounts = accounts
        additional = try Object.list(file, "additional")
    }
}

extension PaymentProfile.Account {
    fileprivate init(_ file: ProfileFile) throws(PaymentCodeError) {
        try file.allow(["ids", "recognisedBy", "required", "oneOf", "objects"])
        let range = try file.texts("ids")
        guard range.count == 2, range[0] <= range[1], range.allSatisfy({ CodeText.isDigits($0, 2) }) else {
            throw file.error("ids", "Two identifiers are required, in order.")
        }
        ids = range[0]...range[1]
        let mark = try file.file("recognisedBy")
        try mark.allow(["networks", "objects", "country"])
        networks = try mark.texts("networks")
        presence = try mark.texts("objects")
        guard !networks.isEmpty || !presence.isEmpty else {
            throw mark.error("networks", "Networks or objects are required.")
        }
        required = try file.texts("required")
        oneOf = try file.texts("oneOf")
        objects = try PaymentProfile.Object.list(file, "objects")
    }
}

extension PaymentProfile.Object {
    fileprivate static func list(_ file: ProfileFile, _ name: String) throws(PaymentCodeError) -> [Self] {
        var objects: [Self] = []
        for item in try file.files(name) {
            try item.allow(["id", "name", "by", "forms"])
            var forms: [ProfileForm] = []
            for form in try item.files("forms") { forms.append(try ProfileForm(form)) }
            guard !forms.isEmpty else { throw item.error("forms", "One form at least is required.") }
            objects.append(
                Self(id: try item.text("id"), name: try item.text("name"), by: item.value["by"]?.string, forms: forms))
        }
        return objects
    }
}

extension ProfileForm {
    fileprivate init(_ file: ProfileFile) throws(PaymentCodeError) {
        try file.allow(["kind", "length", "prefix", "dial", "choices", "when"])
        guard let kind = Kind(rawValue: try file.text("kind")) else {
            throw file.error("kind", "The kind of form is not known.")
        }
        self.kind = kind
        let bounds = (file.value["length"]?.array ?? [1, 99]).compactMap(\.int64).map(Int.init)
        guard bounds.count == 2, bounds[0] <= bounds[1], bounds[0] > 0 else {
            throw file.error("length", "The least and the greatest length are required.")
        }
        length = bounds[0]...bounds[1]
        prefix = file.value["prefix"]?.string ?? ""
        dial = file.value["dial"]?.string ?? ""
        choices = file.value["choices"]?.object?.compactMapValues(\.string) ?? [:]
        when = file.value["when"]?.string
    }
}

/// An object of a data file, with its members read by name.
private struct ProfileFile {
    let name: String
    let value: JSONValue

    func error(_ member: String, _ detail: String) -> PaymentCodeError {
        PaymentCodeError(.dataFile, at: "\(name): \(member)", detail)
    }

    /// Refuses members that nothing reads: a misspelt rule would be one that is never checked.
    func allow(_ names: Set<String>) throws(PaymentCodeError) {
        guard let object = value.object else { throw error("", "An object is required.") }
        if let other = object.keys.sorted().first(where: { !names.contains($0) }) {
            throw error(other, "The member is not known.")
        }
    }

    func text(_ member: String) throws(PaymentCodeError) -> String {
        try PaymentCodeError.require(value[member]?.string, .dataFile, at: "\(name): \(member)", "A text is required.")
    }

    func texts(_ member: String) throws(PaymentCodeError) -> [String] {
        guard let list = value[member] else { return [] }
        guard let texts = list.array?.compactMap(\.string), texts.count == list.array?.count else {
            throw error(member, "A list of texts is required.")
        }
        return texts
    }

    func flag(_ member: String) throws(PaymentCodeError) -> Bool {
        guard let flag = value[member] else { return false }
        return try PaymentCodeError.require(
            flag.bool, .dataFile, at: "\(name): \(member)", "true or false is required.")
    }

    func numbers(_ member: String) throws(PaymentCodeError) -> [String: Int] {
        guard let list = value[member] else { return [:] }
        guard let numbers = list.object?.compactMapValues({ $0.int64.map(Int.init) }),
            numbers.count == list.object?.count
        else { throw error(member, "An object of numbers is required.") }
        return numbers
    }

    func file(_ member: String) throws(PaymentCodeError) -> ProfileFile {
        guard let inner = value[member] else { throw error(member, "An object is required.") }
        return ProfileFile(name: name, value: inner)
    }

    func files(_ member: String) throws(PaymentCodeError) -> [ProfileFile] {
        guard let list = value[member] else { return [] }
        guard let items = list.array else { throw error(member, "A list is required.") }
        return items.map { ProfileFile(name: name, value: $0) }
    }
}
