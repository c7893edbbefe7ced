import JourneyBase

/// The names of namespaces (ISO/IEC 18013-5, section 7; AAMVA's guidelines; the European Union's rulebooks), which tell groups of
/// elements of one document apart.
enum NameSpaceLabel {
    private typealias Words = (english: String, bengali: String, arabic: String)

    /// Returns the name of a namespace. A namespace of a country has the country's name; any other is “other data”.
    static func text(_ nameSpace: String, in language: Language) -> String {
        if let words = all[nameSpace] { return pick(words, language) }
        for (prefix, words) in national where nameSpace.hasPrefix(prefix) {
            let code = String(nameSpace.dropFirst(prefix.count)).uppercased()
            if let country = CountryName.text(code, in: language) {
                return pick(words, language).replacing("%", with: language.isolated(country))
            }
        }
        return pick(("Other data", "অন্যান্য তথ্য", "بيانات أخرى"), language)
    }

    private static func pick(_ words: Words, _ language: Language) -> String {
        switch language {
        case .english: words.english
        case .bengali: words.bengali
        case .arabic: words.arabic
        }
    }

    private static let all: [String: Words] = [
        "org.iso.18013.5.1": ("International licence data", "লাইসেন্সের আন্তর্জাতিক তথ্য", "البيانات الدولية للرخصة"),
        "org.iso.18013.5.1.aamva": (
            "Licence data of the United States and Canada", "যুক্তরাষ্ট্র ও কানাডার লাইসেন্সের তথ্য",
            "بيانات رخص الولايات المتحدة وكندا"
        ),
        "org.iso.23220.1": ("International identity data", "পরিচয়ের আন্তর্জাতিক তথ্য", "البيانات الدولية للهوية"),
        "eu.europa.ec.eudi.pid.1": ("European identity data", "পরিচয়ের ইউরোপীয় তথ্য", "البيانات الأوروبية للهوية"),
        "eu.europa.ec.av.1": ("Age data", "বয়সের তথ্য", "بيانات العمر"),
    ]

    /// The prefixes of a country's namespaces, which its code follows; `%` stands for its name.
    private static let national: [(String, Words)] = [
        ("org.iso.18013.5.1.", ("Licence data of %", "লাইসেন্সের তথ্য: %", "بيانات الرخصة: %")),
        ("eu.europa.ec.eudi.pid.", ("Identity data of %", "পরিচয়ের তথ্য: %", "بيانات الهوية: %")),
    ]
}
