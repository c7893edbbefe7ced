import JourneyBase
import JourneyWire

/// A kind of account.
enum Product: String, CaseIterable, Sendable {
    case everyday
    case saver
    case student

    func name(in language: Language) -> String {
        switch (self, language) {
        case (.everyday, .english): "Everyday account"
        case (.saver, .english): "Harbour saver"
        case (.student, .english): "Student account"
        case (.everyday, .bengali): "দৈনন্দিন লেনদেনের অ্যাকাউন্ট"
        case (.saver, .bengali): "হারবার সঞ্চয়ী অ্যাকাউন্ট"
        case (.student, .bengali): "শিক্ষার্থী অ্যাকাউন্ট"
        case (.everyday, .arabic): "الحساب الجاري"
        case (.saver, .arabic): "حساب توفير هاربور"
        case (.student, .arabic): "حساب الطالب"
        }
    }

    private func summary(in language: Language) -> String {
        switch (self, language) {
        case (.everyday, .english): "For pay, bills and your card. No monthly fee."
        case (.saver, .english): "4.10% AER, variable. Take money out at any time."
        case (.student, .english): "An interest-free overdraft of up to £500."
        case (.everyday, .bengali): "বেতন, বিল ও কার্ডের জন্য। কোনো মাসিক ফি নেই।"
        case (.saver, .bengali): "বছরে ৪.১০% হারে পরিবর্তনশীল সুদ। যেকোনো সময় টাকা তুলুন।"
        case (.student, .bengali):
            "সুদ ছাড়া \(language.amount(minorUnits: 50_000, Bank.currency)) পর্যন্ত ওভারড্রাফট।"
        case (.everyday, .arabic): "للراتب والفواتير والبطاقة. بلا رسوم شهرية."
        case (.saver, .arabic): "عائد سنوي متغير بنسبة ٤٫١٠٪. اسحب أموالك متى شئت."
        case (.student, .arabic): "سحب على المكشوف حتى ٥٠٠ جنيه إسترليني بلا فائدة."
        }
    }

    static func list(in language: Language) -> JSONValue {
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
