/// The properties that `\p{…}` supports: the general categories (Unicode Standard, table 4-4) by their short and long names, and
/// a few others.
enum ScalarProperty: Sendable {
    case categories(Set<Unicode.GeneralCategory>)
    case alphabetic, whiteSpace, uppercase, lowercase, ascii, any

    func holds(of scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .categories(let set): set.contains(scalar.properties.generalCategory)
        case .alphabetic: scalar.properties.isAlphabetic
        case .whiteSpace: scalar.properties.isWhitespace
        case .uppercase: scalar.properties.isUppercase
        case .lowercase: scalar.properties.isLowercase
        case .ascii: scalar.isASCII
        case .any: true
        }
    }

    init?(name: String) {
        switch name {
        case "Alphabetic", "Alpha": self = .alphabetic
        case "White_Space", "space": self = .whiteSpace
        case "Uppercase", "Upper": self = .uppercase
        case "Lowercase", "Lower": self = .lowercase
        case "ASCII": self = .ascii
        case "Any": self = .any
        default:
            let prefix = ["General_Category=", "gc="].first { name.hasPrefix($0) } ?? ""
            let wanted = String(name.dropFirst(prefix.count))
            let set = ScalarProperty.names.filter { $0.short == wanted || $0.long == wanted }.flatMap(\.set)
            guard !set.isEmpty else { return nil }
            self = .categories(Set(set))
        }
    }

    private static let names: [(short: String, long: String, set: [Unicode.GeneralCategory])] = {
        let single: [(String, String, Unicode.GeneralCategory)] = [
            ("Lu", "Uppercase_Letter", .uppercaseLetter), ("Ll", "Lowercase_Letter", .lowercaseLetter),
            ("Lt", "Titlecase_Letter", .titlecaseLetter), ("Lm", "Modifier_Letter", .modifierLetter),
            ("Lo", "Other_Letter", .otherLetter), ("Mn", "Nonspacing_Mark", .nonspacingMark),
            ("Mc", "Spacing_Mark", .spacingMark), ("Me", "Enclosing_Mark", .enclosingMark),
            ("Nd", "Decimal_Number", .decimalNumber), ("Nl", "Letter_Number", .letterNumber),
            ("No", "Other_Number", .otherNumber), ("Pc", "Connector_Punctuation", .connectorPunctuation),
            ("Pd", "Dash_Punctuation", .dashPunctuation), ("Ps", "Open_Punctuation", .openPunctuation),
            ("Pe", "Close_Punctuation", .closePunctuation), ("Pi", "Initial_Punctuation", .initialPunctuation),
            ("Pf", "Final_Punctuation", .finalPunctuation), ("Po", "Other_Punctuation", .otherPunctuation),
            ("Sm", "Math_Symbol", .mathSymbol), ("Sc", "Currency_Symbol", .currencySymbol),
            ("Sk", "Modifier_Symbol", .modifierSymbol), ("So", "Other_Symbol", .otherSymbol),
            ("Zs", "Space_Separator", .spaceSeparator), ("Zl", "Line_Separator", .lineSeparator),
            ("Zp", "Paragraph_Separator", .paragraphSeparator), ("Cc", "Control", .control), ("Cf", "Format", .format),
            ("Cs", "Surrogate", .surrogate), ("Co", "Private_Use", .privateUse), ("Cn", "Unassigned", .unassigned),
        ]
        let groups = [
            ("L", "Letter"), ("M", "Mark"), ("N", "Number"), ("P", "Punctuation"), ("S", "Symbol"),
            ("Z", "Separator"), ("C", "Other"),
        ]
        return single.map { ($0.0, $0.1, [$0.2]) }
            + groups.map { short, long in (short, long, single.filter { $0.0.hasPrefix(short) }.map(\.2)) }
    }()
}
