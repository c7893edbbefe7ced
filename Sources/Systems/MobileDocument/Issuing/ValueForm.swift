import JourneyCBOR

/// What an element's value has to be.
public indirect enum ValueForm: Sendable {
    case text
    /// A text of ISO 3166-1: two capital letters.
    case country
    case unsigned
    case integer
    case boolean
    case bytes
    /// A day: tag 1004.
    case fullDate
    /// A moment: tag 0.
    case time
    /// A day or a moment.
    case fullDateOrTime
    case list(of: ValueForm)
    /// Named members; others are allowed.
    case map([Member])
    case any

    /// A member of a map.
    public struct Member: Sendable {
        var name: String
        var form: ValueForm
        var isRequired: Bool

        init(_ name: String, _ form: ValueForm, isRequired: Bool = false) {
            self.name = name
            self.form = form
            self.isRequired = isRequired
        }
    }

    /// Whether a value that came has this form.
    func admits(_ item: CBORItem) -> Bool {
        switch self {
        case .text: item.text != nil
        case .country: item.text.map(ValueForm.isCountry) ?? false
        case .unsigned: item.unsigned != nil
        case .integer: item.integer != nil
        case .boolean: item.boolean != nil
        case .bytes: item.bytes != nil
        case .fullDate: item.fullDate != nil
        case .time: item.time != nil
        case .fullDateOrTime: item.fullDate != nil || item.time != nil
        case .list(let form): item.array?.allSatisfy(form.admits) ?? false
        case .map(let members):
            item.members != nil
                && members.allSatisfy { member in
                    item[member.name].map(member.form.admits) ?? !member.isRequired
                }
        case .any: true
        }
    }

    static func isCountry(_ text: String) -> Bool {
        text.utf8.count == 2 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    }
}
