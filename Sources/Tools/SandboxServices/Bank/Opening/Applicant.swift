import Foundation
import JourneyBase
import JourneyServer
import JourneyWire

/// Who applies, as far as the bank accepted it.
struct Applicant: Sendable {
    let givenName: String
    let familyName: String
    /// As `1990-12-31`.
    let birthDate: String
    let email: String
    let mobile: String
    let street: String
    let town: String
    let postcode: String
    /// Of ISO 3166-1, two letters.
    let taxResidence: String
    /// Whole pounds a year.
    let income: Int64

    /// Reads the members of a request; each that is not accepted gets a sentence in its language. Throws 422 with all of them.
    init(_ request: BankRequest, at now: Date) throws(Problem) {
        var input = try StrictInput(request.http)
        func say(_ fault: ApplicantFault) -> String { fault.sentence(in: request.language) }
        givenName = input.text(.givenName, say(.name), ApplicantText.name)
        familyName = input.text(.familyName, say(.name), ApplicantText.name)
        birthDate = input.text(.birthDate, say(.birthDate)) { ApplicantText.birthDate($0, at: now) }
        email = input.text(.email, say(.email), ApplicantText.email)
        mobile = input.text(.mobile, say(.mobile), ApplicantText.mobile)
        street = input.text(.street, say(.line), ApplicantText.line)
        town = input.text(.town, say(.line), ApplicantText.line)
        postcode = input.text(.postcode, say(.postcode), ApplicantText.postcode)
        taxResidence = input.text(.taxResidence, say(.country), ApplicantText.country)
        income = input.integer(.income, say(.income), in: 0...10_000_000)
        try input.finish()
    }

    var name: String { "\(givenName) \(familyName)" }
}

/// Why something about an applicant is not accepted.
enum ApplicantFault: CaseIterable {
    case name, birthDate, email, mobile, line, postcode, country, income, document, consent, funds

    func sentence(in language: BankLanguage) -> String { language == .arabic ? arabic : english }

    private var english: String {
        switch self {
        case .name: "Enter the name as it stands in your passport."
        case .birthDate: "You must be 18 or older. Enter a date like 1990-12-31."
        case .email: "Enter an email address like name@example.com."
        case .mobile: "Enter a UK mobile number, like 07700 900123."
        case .line: "Enter 2 to 70 characters."
        case .postcode: "Enter a UK postcode, like SW1A 1AA."
        case .country: "Choose the country where you pay tax."
        case .income: "Enter your yearly income in whole pounds."
        case .document: "This picture cannot be read. Take it again in good light."
        case .consent: "You need to agree to this to open an account."
        case .funds: "Say in a few words where the money comes from."
        }
    }

    /// Numbers that have parts stand after a left-to-right mark: behind Arabic letters their parts would change places.
    private var arabic: String {
        switch self {
        case .name: "أدخل الاسم كما هو في جواز سفرك."
        case .birthDate: "يجب ألا يقل عمرك عن 18 عامًا. أدخل تاريخًا مثل \u{200E}1990-12-31."
        case .email: "أدخل بريدًا إلكترونيًا مثل name@example.com."
        case .mobile: "أدخل رقم هاتف محمول بريطانيًا مثل \u{200E}07700 900123."
        case .line: "أدخل من حرفين إلى 70 حرفًا."
        case .postcode: "أدخل رمزًا بريديًا بريطانيًا مثل SW1A 1AA."
        case .country: "اختر البلد الذي تدفع فيه الضرائب."
        case .income: "أدخل دخلك السنوي بالجنيه من دون كسور."
        case .document: "تعذرت قراءة هذه الصورة. التقطها مرة أخرى في إضاءة جيدة."
        case .consent: "يلزم أن توافق على هذا لفتح حساب."
        case .funds: "اذكر بكلمات قليلة مصدر الأموال."
        }
    }
}
