import JourneyBase
import JourneyCBOR

/// The words for values that documents hold as codes: sexes (ISO/IEC 5218; the European Union's PID rulebook), colours and
/// units (ISO/IEC 18013-5, table 5), and countries (ISO 3166-1).
enum CodedValue {
    private typealias Words = (english: String, bengali: String, arabic: String)

    /// Returns the words for the value of an element; `nil` if neither is known here.
    static func text(_ value: CBORItem, of identifier: String, in language: Language) -> String? {
        switch identifier {
        case "sex": value.integer.flatMap { sexes[$0] }.map { pick($0, language) }
        case "eye_colour", "hair_colour": value.text.flatMap { colours[$0] }.map { pick($0, language) }
        case "height": value.integer.map { "\(language.digits("\($0)"))\u{A0}\(pick(("cm", "সেমি", "سم"), language))" }
        case "weight": value.integer.map { "\(language.digits("\($0)"))\u{A0}\(pick(("kg", "কেজি", "كغ"), language))" }
        case "issuing_country", "resident_country", "nationality", "country":
            value.text.flatMap { CountryName.text($0, in: language) }
        default: nil
        }
    }

    private static func pick(_ words: Words, _ language: Language) -> String {
        switch language {
        case .english: words.english
        case .bengali: words.bengali
        case .arabic: words.arabic
        }
    }

    private static let sexes: [Int64: Words] = [
        0: ("not known", "অজানা", "غير معروف"), 1: ("male", "পুরুষ", "ذكر"), 2: ("female", "নারী", "أنثى"),
        3: ("other", "অন্যান্য", "آخر"), 4: ("inter", "আন্তঃলিঙ্গ", "ثنائي الجنس"),
        5: ("diverse", "লিঙ্গবৈচিত্র্যময়", "متنوع"), 6: ("open", "অনির্দিষ্ট", "غير محدد"),
        9: ("not applicable", "প্রযোজ্য নয়", "لا ينطبق"),
    ]

    private static let colours: [String: Words] = [
        "black": ("black", "কালো", "أسود"), "blue": ("blue", "নীল", "أزرق"), "brown": ("brown", "বাদামি", "بني"),
        "dichromatic": ("two colours", "দুই রঙের", "لونان مختلفان"), "grey": ("grey", "ধূসর", "رمادي"),
        "green": ("green", "সবুজ", "أخضر"), "hazel": ("hazel", "হালকা বাদামি", "عسلي"),
        "maroon": ("maroon", "মেরুন", "عنابي"), "pink": ("pink", "গোলাপি", "وردي"),
        "bald": ("bald", "টাক", "أصلع"), "blond": ("blond", "সোনালি", "أشقر"), "red": ("red", "লাল", "أحمر"),
        "auburn": ("auburn", "লালচে বাদামি", "كستنائي"), "sandy": ("sandy", "বালুরঙা", "رملي"),
        "white": ("white", "সাদা", "أبيض"), "unknown": ("unknown", "অজানা", "غير معروف"),
    ]
}
