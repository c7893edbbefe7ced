import JourneyBase
import JourneyCLI
import PaymentQR

/// A payment code as `journey qr inspect` prints it: as text and as JSON. A card's number is masked.
struct PaymentCodeReport {
    /// The text of the code.
    let code: String
    let json: JSONValue
    private let rows: [(label: String, value: String)]
    private let objects: [(path: String, value: String)]

    init(_ code: PaymentCode) {
        switch code {
        case .merchant(let code): self.init(merchant: code)
        case .consumer(let code): self.init(consumer: code)
        case .upi(let link): self.init(link: link)
        }
    }

    /// Returns the report for a terminal: what the code says, then its objects.
    func text(_ style: Style) -> String {
        let width = rows.map(\.label.count).max() ?? 0
        let lines = rows.map { "\(TextLayout.pad(style.bold($0.label), to: width))  \(CleanText.of($0.value))" }
        let tree = objects.map { "  \(TextLayout.pad(style.dim($0.path), to: 8))  \(CleanText.of($0.value))" }
        return (lines + (tree.isEmpty ? [] : ["", style.bold("Objects")] + tree)).joined(separator: "\n")
    }

    // MARK: Merchant

    private init(merchant code: MerchantCode) {
        self.code = code.text
        var rows: [(String, String)] = [("Kind", "merchant-presented code")]
        var members: [String: JSONValue] = [
            "kind": "merchant", "country": .string(code.country), "currency": .string(code.currency),
        ]
        func add(_ label: String, _ name: String, _ value: String?) {
            guard let value else { return }
            rows.append((label, value))
            members[name] = .string(value)
        }
        add("Use", "use", code.initiation.map { $0 == .once ? "one payment" : "many payments" })
        add("Payee", "payee", code.name)
        add("City", "city", code.city)
        add("Postal code", "postalCode", code.postalCode)
        rows.append(("Country", code.country))
        if let other = code.alternate {
            rows.append(("In \(other.language)", [other.name, other.city].compactMap { $0 }.joined(separator: ", ")))
            members["alternate"] = .object(
                ["language": .string(other.language), "name": .string(other.name)].merging(
                    other.city.map { ["city": .string($0)] } ?? [:]
                ) { first, _ in first })
        }
        add("Category", "category", code.category)
        rows.append(("Amount", code.amount?.description ?? "\(code.currency), the payer types it"))
        members["amount"] = code.amount.map { .string($0.decimal) } ?? .null
        if let tip = code.tip {
            let text =
                switch tip {
                case .askPayer: "the payer is asked"
                case .fixed(let fee): "fixed, \(fee)"
                case .percentage(let hundredths):
                    "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) %"
                }
            add("Tip or fee", "tip", text)
            add("Fee", "fee", code.fee?.decimal)
            add("Total", "total", code.total?.decimal)
        }
        if let data = code.additional {
            for kind in AdditionalData.Kind.allCases {
                guard let entry = data.values[kind] else { continue }
                let value = if case .value(let text) = entry { text } else { "the payer is asked" }
                let name = "\(kind)"
                add(name.prefix(1).uppercased() + name.dropFirst(), name, value)
            }
            let requested = AdditionalData.ConsumerData.allCases.filter(data.requested.contains).map { "\($0)" }
            if !requested.isEmpty { add("Asked of payer", "requested", requested.joined(separator: ", ")) }
        }
        for profile in code.profiles {
            let values = profile.fields.map { "\($0.name) \($0.value.text)" }.joined(separator: ", ")
            rows.append((profile.title, values))
        }
        members["profiles"] = .array(
            code.profiles.map { profile in
                [
                    "id": .string(profile.id), "title": .string(profile.title),
                    "values": .array(
                        profile.fields.map {
                            ["path": .string($0.path), "name": .string($0.name), "value": .string($0.value.text)]
                        }),
                ]
            })
        let objects = PaymentCodeReport.flat(code.objects, "")
        members["objects"] = .array(objects.map { ["path": .string($0.path), "value": .string($0.value)] })
        self.rows = rows
        self.objects = objects
        json = .object(members)
    }

    private static func flat(_ objects: [CodeObject], _ path: String) -> [(path: String, value: String)] {
        objects.flatMap { object in
            let place = path + object.id
            return object.objects.map { flat($0, place + ".") } ?? [(place, object.value)]
        }
    }

    // MARK: Consumer

    private init(consumer code: ConsumerCode) {
        self.code = code.text
        var rows: [(String, String)] = [("Kind", "consumer-presented code")]
        var applications: [JSONValue] = []
        for application in code.applications {
            let number = "•••• " + application.number.suffix(4)
            let name = application.label ?? Hex.encode(application.identifier).uppercased()
            rows.append((name, [number, application.expiry].compactMap { $0 }.joined(separator: ", ")))
            applications.append([
                "identifier": .string(Hex.encode(application.identifier).uppercased()),
                "label": application.label.map { .string($0) } ?? .null,
                "lastFour": .string(String(application.number.suffix(4))),
                "expiry": application.expiry.map { .string($0) } ?? .null,
                "languages": .array(application.languages.map { .string($0) }),
            ])
        }
        objects = (code.objects + code.common).map { ($0.tag, "\($0.value.count) bytes") }
        self.rows = rows
        json = ["kind": "consumer", "applications": .array(applications)]
    }

    // MARK: Link

    private init(link: UPILink) {
        code = link.text
        rows = [
            ("Kind", "UPI link"), ("Payee", link.payeeName ?? "not named"), ("Address", link.payeeAddress),
            ("Amount", link.amount?.description ?? "INR, the payer types it"),
            ("Signature", link.signedText == nil ? "none" : "present, not checked"),
        ]
        objects = link.parameters.map { ($0.name, $0.value) }
        json = [
            "kind": "upi", "payee": link.payeeName.map { .string($0) } ?? .null, "address": .string(link.payeeAddress),
            "currency": "INR", "amount": link.amount.map { .string($0.decimal) } ?? .null,
            "parameters": .array(link.parameters.map { ["name": .string($0.name), "value": .string($0.value)] }),
        ]
    }
}
