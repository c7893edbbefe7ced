import Foundation
import JourneyBase
import JourneyServer
import JourneyWire

/// An applicant's accepted details.
struct Applicant: Sendable {
    let givenName: String
    let familyName: String
    /// The date of birth, such as `1990-12-31`.
    let birthDate: String
    let email: String
    let mobile: String
    let street: String
    let town: String
    let postcode: String
    /// The country of tax residence, ISO 3166-1 alpha-2.
    let taxResidence: String
    /// The yearly income in whole pounds.
    let income: Int64

    /// Reads and validates the request's members. Throws 422 with a text per invalid member, in the request's language.
    init(_ request: BankRequest, at now: Date) throws(Problem) {
        var input = try StrictInput(request.http)
        func text(_ fault: ApplicantFault) -> String { fault.sentence(in: request.language) }
        givenName = input.text(.givenName, text(.name), ApplicantText.name)
        familyName = input.text(.familyName, text(.name), ApplicantText.name)
        birthDate = input.text(.birthDate, text(.birthDate)) { ApplicantText.birthDate($0, at: now) }
        email = input.text(.email, text(.email), ApplicantText.email)
        mobile = input.text(.mobile, text(.mobile), ApplicantText.mobile)
        street = input.text(.street, text(.line), ApplicantText.line)
        town = input.text(.town, text(.line), ApplicantText.line)
        postcode = input.text(.postcode, text(.postcode), ApplicantText.postcode)
        taxResidence = input.text(.taxResidence, text(.country), ApplicantText.country)
        income = input.integer(.income, text(.income), in: 0...10_000_000)
        try input.finish()
    }

    var name: String { "\(givenName) \(familyName)" }
}

/// The reason why an applicant's input is refused.
enum ApplicantFault: CaseIterable {
    case name, birthDate, email, mobile, line, postcode, country, income, document, consent, funds

    func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        case .bengali: bengali
        case .arabic: arabic
        }
    }

    private var english: String {
        switch self {
        case .name: "Enter the name as it appears in your passport."
        case .birthDate: "You must be 18 or older. Enter a date like 1990-12-31."
        case .email: "Enter an email address like name@example.com."
        case .mobile: "Enter a UK mobile number, like 07700 900123."
        case .line: "Enter 2 to 70 characters."
        case .postcode: "Enter a UK postcode, like SW1A 1AA."
        case .country: "Choose the country where you pay tax."
        case .income: "Enter your yearly income in whole pounds."
        case .document: "We can’t read this picture. Take it again in good light."
        case .consent: "You need to agree to this to open an account."
        case .funds: "Tell us in a few words where the money comes from."
        }
    }

    private var bengali: String {
        switch self {
        case .name: "আপনার পাসপোর্টে যেমন আছে তেমন নাম লিখুন।"
        case .birthDate: "আপনার বয়স ১৮ বছর বা তার বেশি হতে হবে। 1990-12-31-এর মতো তারিখ লিখুন।"
        case .email: "name@example.com-এর মতো ইমেইল ঠিকানা লিখুন।"
        case .mobile: "যুক্তরাজ্যের মোবাইল নম্বর লিখুন, যেমন 07700 900123।"
        case .line: "২ থেকে ৭০টি অক্ষর লিখুন।"
        case .postcode: "যুক্তরাজ্যের পোস্টকোড লিখুন, যেমন SW1A 1AA।"
        case .country: "আপনি যে দেশে কর দেন সেটি বেছে নিন।"
        case .income: "আপনার বার্ষিক আয় পাউন্ডে লিখুন, পেনি বাদ দিয়ে।"
        case .document: "ছবিটি পড়া যাচ্ছে না। ভালো আলোতে আবার তুলুন।"
        case .consent: "অ্যাকাউন্ট খুলতে হলে এতে সম্মতি দিতে হবে।"
        case .funds: "টাকা কোথা থেকে আসে তা অল্প কথায় লিখুন।"
        }
    }

    /// Numbers with separators follow a left-to-right mark; otherwise their parts would be reordered after Arabic letters.
    private var arabic: String {
        switch self {
        case .name: "أدخل الاسم كما هو في جواز سفرك."
        case .birthDate: "يجب ألا يقل عمرك عن ١٨ عامًا. أدخل تاريخًا مثل \u{200E}1990-12-31."
        case .email: "أدخل بريدًا إلكترونيًا مثل name@example.com."
        case .mobile: "أدخل رقم هاتف محمول بريطانيًا مثل \u{200E}07700 900123."
        case .line: "أدخل من حرفين إلى ٧٠ حرفًا."
        case .postcode: "أدخل رمزًا بريديًا بريطانيًا مثل SW1A 1AA."
        case .country: "اختر البلد الذي تدفع فيه الضرائب."
        case .income: "أدخل دخلك السنوي بالجنيه من دون كسور."
        case .document: "تعذّرت قراءة هذه الصورة. التقطها مرة أخرى في إضاءة جيدة."
        case .consent: "تلزم موافقتك على ذلك لفتح الحساب."
        case .funds: "اذكر بكلمات قليلة مصدر الأموال."
        }
    }
}
