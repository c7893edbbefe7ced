import JourneyBase
import JourneyWire

/// A kind of account.
enum Product: String, CaseIterable, Sendable {
    case everyday
    case saver
    case student

    func name(in language: BankLanguage) -> String {
        switch (self, language) {
        case (.everyday, .english): "Everyday account"
        case (.saver, .english): "Harbour saver"
        case (.student, .english): "Student account"
        case (.everyday, .arabic): "الحساب اليومي"
        case (.saver, .arabic): "حساب الادخار"
        case (.student, .arabic): "حساب الطالب"
        }
    }

    private func summary(in language: BankLanguage) -> String {
        switch (self, language) {
        case (.everyday, .english): "For pay, bills and your card. No monthly fee."
        case (.saver, .english): "4.10% AER, variable. Take money out at any time."
        case (.student, .english): "An interest-free overdraft of up to £500."
        case (.everyday, .arabic): "للراتب والفواتير والبطاقة. بلا رسوم شهرية."
        case (.saver, .arabic): "عائد سنوي متغير بنسبة ٤٫١٠٪. اسحب أموالك متى شئت."
        case (.student, .arabic): "سحب على المكشوف حتى ٥٠٠ جنيه إسترليني بلا فائدة."
        }
    }

    static func list(in language: BankLanguage) -> JSONValue {
        .bank([
            .products: .array(
                allCases.map {
                    .bank([
                        .productCode: .string($0.rawValue), .name: .string($0.name(in: language)),
                        .summary: .string($0.summary(in: language)),
                    ])
                })
        ])
    }
}

/// A language of the bank's texts.
enum BankLanguage: String, Sendable {
    case english = "en"
    case arabic = "ar"

    /// Returns the first supported language of `Accept-Language` (RFC 9110, section 12.5.4), or English.
    init(_ request: HTTPRequest) {
        let ranges = (request.headers["Accept-Language"] ?? "").split(separator: ",").prefix(8)
        let tags = ranges.compactMap { $0.split { $0 == ";" || $0 == "-" || $0 == " " }.first?.lowercased() }
        self = tags.lazy.compactMap { BankLanguage(rawValue: $0) }.first ?? .english
    }
}
