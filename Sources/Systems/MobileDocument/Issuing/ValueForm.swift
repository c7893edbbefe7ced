import Foundation
import JourneyBase
import JourneyCBOR

/// The type that a template declares for an element's value.
public indirect enum ValueForm: Sendable {
    case text
    /// A country code of ISO 3166-1: two capital letters.
    case country
    case unsigned
    case integer
    case boolean
    case bytes
    /// A date: tag 1004.
    case fullDate
    /// A date and time: tag 0.
    case time
    /// A date, with or without time.
    case fullDateOrTime
    case list(of: ValueForm)
    /// A map with these members; further members are allowed.
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

    /// Returns `true` if a received value has this form.
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

    /// The maximum nesting of lists and maps in a template.
    static let deepest = 8

    /// Parses a form: its name, `{"list": form}`, or `{"map": {"name": form, "name?": form}}`, where a question mark
    /// marks an optional member.
    init(_ json: JSONValue, at place: String, depth: Int = deepest) throws(IssuingError) {
        guard depth > 0 else { throw IssuingError(.template, at: place, "forms are nested too deeply") }
        if let name = json.string {
            let form = try IssuingError.require(ValueForm.names[name], .template, at: place, "unknown form name")
            self = form
        } else if let form = json["list"], json.object?.count == 1 {
            self = .list(of: try ValueForm(form, at: place, depth: depth - 1))
        } else if let members = json["map"]?.object, json.object?.count == 1 {
            var list: [Member] = []
            for (name, form) in members.sorted(by: { $0.key < $1.key }) {
                let isOptional = name.hasSuffix("?")
                let plain = isOptional ? String(name.dropLast()) : name
                list.append(
                    Member(
                        plain, try ValueForm(form, at: place + "/" + plain, depth: depth - 1), isRequired: !isOptional))
            }
            self = .map(list)
        } else {
            throw IssuingError(.template, at: place, "expected a form: a name, a list or a map")
        }
    }

    private static let names: [String: ValueForm] = [
        "text": .text, "country": .country, "unsigned": .unsigned, "integer": .integer, "boolean": .boolean,
        "bytes": .bytes, "full-date": .fullDate, "time": .time, "full-date-or-time": .fullDateOrTime, "any": .any,
    ]

    /// Converts a JSON value of this form: bytes are base64url, a date is `YYYY-MM-DD`, a date and time
    /// `YYYY-MM-DDThh:mm:ssZ`.
    func value(_ json: JSONValue, at place: String) throws(IssuingError) -> CBORValue {
        switch (self, json) {
        case (.text, .string(let text)): return .text(text)
        case (.country, .string(let text)) where ValueForm.isCountry(text): return .text(text)
        case (.unsigned, .number(let number)):
            if let value = number.int64, value >= 0 { return .integer(value) }
        case (.integer, .number(let number)):
            if let value = number.int64 { return .integer(value) }
        case (.boolean, .bool(let flag)): return .boolean(flag)
        case (.bytes, .string(let text)):
            if let bytes = Base64URL.decode(text) { return .bytes(bytes) }
        case (.fullDate, .string(let text)):
            if let day = FullDate(text) { return day.cbor }
        case (.time, .string(let text)):
            if let time = DateText.time(text) { return .time(time) ?? .null }
        case (.fullDateOrTime, .string):
            return try (json.string?.utf8.count == 10 ? ValueForm.fullDate : .time).value(json, at: place)
        case (.list(let form), .array(let list)):
            var values: [CBORValue] = []
            for (index, part) in list.enumerated() { values.append(try form.value(part, at: place + "/\(index)")) }
            return .array(values)
        case (.map(let members), .object(let object)): return try ValueForm.map(members, object, at: place)
        case (.any, _): return try ValueForm.plain(json, at: place)
        default: break
        }
        throw IssuingError(.value, at: place, "the value does not match its form")
    }

    private static func map(
        _ members: [Member], _ object: [String: JSONValue], at place: String
    ) throws(IssuingError) -> CBORValue {
        var values: [CBORValue: CBORValue] = [:]
        for (name, part) in object {
            guard let member = members.first(where: { $0.name == name }) else {
                throw IssuingError(.value, at: place + "/" + name, "the member is not in the template")
            }
            values[.text(name)] = try member.form.value(part, at: place + "/" + name)
        }
        for member in members where member.isRequired && object[member.name] == nil {
            throw IssuingError(.value, at: place + "/" + member.name, "missing")
        }
        return .map(values)
    }

    /// Converts a JSON value without a form.
    private static func plain(_ json: JSONValue, at place: String) throws(IssuingError) -> CBORValue {
        switch json {
        case .null: return .null
        case .bool(let flag): return .boolean(flag)
        case .string(let text): return .text(text)
        case .number(let number):
            guard let value = number.int64 else { throw IssuingError(.value, at: place, "not a 64-bit integer") }
            return .integer(value)
        case .array(let list):
            var values: [CBORValue] = []
            for (index, part) in list.enumerated() { values.append(try plain(part, at: place + "/\(index)")) }
            return .array(values)
        case .object(let object):
            var values: [CBORValue: CBORValue] = [:]
            for (name, part) in object { values[.text(name)] = try plain(part, at: place + "/" + name) }
            return .map(values)
        }
    }
}
