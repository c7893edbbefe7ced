import JourneyBase
import WalletPass

/// The sample content of a new template of a style.
struct StarterSample {
    let description: String
    let base: StarterPictures.RGB
    let accent: StarterPictures.RGB
    let label: StarterPictures.RGB
    let format: Barcode.Format
    let fields: JSONValue
    let values: [String: JSONValue]
    /// The German texts by those of `pass.json`.
    let german: [(String, String)]

    init(_ style: PassStyle) {
        switch style {
        case .boardingPass:
            description = "Boarding pass"
            (base, accent, label) = ((14, 74, 128), (58, 160, 208), (170, 214, 240))
            format = .aztec
            fields = [
                "transitType": "PKTransitTypeAir",
                "headerFields": [Self.field("gate", "Gate", change: "Your gate is now %@.")],
                "primaryFields": [Self.field("from", "{{fromName}}"), Self.field("to", "{{toName}}")],
                "auxiliaryFields": [
                    Self.field("passenger", "Passenger"), Self.field("flight", "Flight"), Self.field("seat", "Seat"),
                ],
                "secondaryFields": [
                    Self.field("departs", "Departs", ["timeStyle": "PKDateStyleShort", "ignoresTimeZone": true]),
                    Self.field("boards", "Boards", ["timeStyle": "PKDateStyleShort", "ignoresTimeZone": true]),
                    Self.field("zone", "Zone"),
                ], "backFields": [Self.field("terms", "Terms", text: "Bring a document with your picture.")],
            ]
            values = [
                "from": "LHR", "fromName": "London", "to": "CPH", "toName": "Copenhagen", "gate": "B12",
                "passenger": "Ada Byron", "flight": "JK 815", "seat": "14A", "zone": 2,
                "departs": "2026-12-01T09:40:00+00:00", "boards": "2026-12-01T09:10:00+00:00",
            ]
            german = [
                ("Gate", "Flugsteig"), ("Your gate is now %@.", "Ihr Flugsteig ist jetzt %@."),
                ("Passenger", "Fluggast"),
                ("Flight", "Flug"), ("Seat", "Platz"), ("Departs", "Abflug"), ("Boards", "Einstieg"),
                ("Boarding pass", "Bordkarte"), ("Terms", "Bedingungen"),
                ("Bring a document with your picture.", "Bitte Ausweis mit Bild mitbringen."),
            ]
        case .coupon:
            description = "Coupon"
            (base, accent, label) = ((176, 42, 62), (240, 130, 96), (255, 214, 204))
            format = .pdf417
            fields = [
                "primaryFields": [Self.field("offer", "{{what}}")],
                "auxiliaryFields": [
                    Self.field("expires", "Until", ["dateStyle": "PKDateStyleMedium", "ignoresTimeZone": true]),
                    Self.field("shop", "Shop"),
                ], "backFields": [Self.field("terms", "Terms", text: "Once for each customer.")],
            ]
            values = [
                "offer": "20% off", "what": "on all pastries", "expires": "2026-12-31T23:59:00+00:00",
                "shop": "Quay Street",
            ]
            german = [
                ("Until", "Bis"), ("Shop", "Laden"), ("Coupon", "Gutschein"), ("Terms", "Bedingungen"),
                ("Once for each customer.", "Einmal für jede Kundin, jeden Kunden."),
            ]
        case .eventTicket:
            description = "Event ticket"
            (base, accent, label) = ((62, 36, 98), (206, 96, 150), (226, 200, 240))
            format = .qr
            fields = [
                "headerFields": [
                    Self.field("date", "{{day}}", ["timeStyle": "PKDateStyleShort", "ignoresTimeZone": true])
                ],
                "primaryFields": [Self.field("event", "Event")],
                "secondaryFields": [Self.field("place", "Place")],
                "auxiliaryFields": [
                    Self.field("section", "Section"), Self.field("row", "Row"),
                    Self.field("seat", "Seat", change: "Your seat is now %@."),
                ], "backFields": [Self.field("doors", "Doors", text: "They open an hour before.")],
            ]
            values = [
                "event": "The Tides", "place": "Harbour Hall", "day": "12 December",
                "date": "2026-12-12T20:00:00+00:00",
                "section": "Stalls", "row": "F", "seat": 21,
            ]
            german = [
                ("Event", "Veranstaltung"), ("Place", "Ort"), ("Section", "Block"), ("Row", "Reihe"), ("Seat", "Platz"),
                ("Your seat is now %@.", "Ihr Platz ist jetzt %@."), ("Event ticket", "Eintrittskarte"),
                ("Doors", "Einlass"), ("They open an hour before.", "Eine Stunde vorher."),
            ]
        case .generic:
            description = "Membership"
            (base, accent, label) = ((22, 92, 88), (98, 190, 160), (186, 232, 220))
            format = .code128
            fields = [
                "headerFields": [Self.field("since", "Since")], "primaryFields": [Self.field("member", "Member")],
                "secondaryFields": [Self.field("level", "Level", change: "You are %@ now.")],
                "auxiliaryFields": [
                    Self.field("until", "Good until", ["dateStyle": "PKDateStyleMedium", "ignoresTimeZone": true])
                ], "backFields": [Self.field("help", "Help", text: "Ask at the desk.")],
            ]
            values = [
                "member": "Ada Byron", "since": 2019, "level": "Crew", "until": "2027-03-31T23:59:00+00:00",
            ]
            german = [
                ("Member", "Mitglied"), ("Since", "Seit"), ("Level", "Stufe"), ("Good until", "Gültig bis"),
                ("Membership", "Mitgliedskarte"), ("You are %@ now.", "Sie sind jetzt %@."), ("Help", "Hilfe"),
                ("Ask at the desk.", "Fragen Sie am Empfang."),
            ]
        case .storeCard:
            description = "Store card"
            (base, accent, label) = ((92, 54, 30), (206, 150, 92), (244, 220, 190))
            format = .qr
            fields = [
                "headerFields": [Self.field("points", "Points", ["numberStyle": "PKNumberStyleDecimal"])],
                "primaryFields": [
                    Self.field("balance", "Balance", ["currencyCode": "GBP"], change: "Your balance is now %@.")
                ],
                "secondaryFields": [Self.field("holder", "Holder")],
                "backFields": [Self.field("help", "Help", text: "Show this card when you pay.")],
            ]
            values = [
                "balance": .number(JSONNumber(lexeme: "21.75") ?? JSONNumber(0)), "points": 1_240,
                "holder": "Ada Byron",
            ]
            german = [
                ("Balance", "Guthaben"), ("Points", "Punkte"), ("Holder", "Inhaberin"), ("Store card", "Kundenkarte"),
                ("Your balance is now %@.", "Ihr Guthaben ist jetzt %@."), ("Help", "Hilfe"),
                ("Show this card when you pay.", "Bitte beim Bezahlen vorzeigen."),
            ]
        }
    }

    /// Returns a field whose value is the placeholder of its name, or `text`.
    private static func field(
        _ key: String, _ label: String, _ more: [String: JSONValue] = [:], text: String? = nil, change: String? = nil
    ) -> JSONValue {
        var members = more
        members["key"] = .string(key)
        members["label"] = .string(label)
        members["value"] = .string(text ?? "{{\(key)}}")
        members["changeMessage"] = change.map { .string($0) }
        return .object(members)
    }
}
