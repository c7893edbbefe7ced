internal import JourneyBase

/// The texts of a transaction's approval. The compiler checks that each language has each case.
///
/// Names and accounts are isolated where a language runs from right to left; amounts already are.
enum ApprovalPhrase: Hashable, Sendable {
    case approvePayment
    case amount(String)
    case fee(String)
    case total(String)
    case payee(String)
    case account(String)
    /// The button's label. It names the amount that leaves the account, fee included, and the payee.
    case pay(String, to: String)
    /// Shown during the system's prompt.
    case confirmToSign
}

extension Language {
    /// Returns the approval's text in this language.
    func callAsFunction(_ phrase: ApprovalPhrase) -> String {
        switch self {
        case .english: ApprovalEnglish.text(phrase)
        case .bengali: ApprovalBengali.text(phrase)
        case .arabic: ApprovalArabic.text(phrase)
        }
    }
}

enum ApprovalEnglish {
    static func text(_ phrase: ApprovalPhrase) -> String {
        switch phrase {
        case .approvePayment: "Approve this payment"
        case .amount(let money): "Amount: \(money)"
        case .fee(let money): "Fee: \(money)"
        case .total(let money): "Total: \(money)"
        case .payee(let name): "To: \(name)"
        case .account(let account): "Account: \(account)"
        case .pay(let money, let name): "Pay \(money) to \(name)"
        case .confirmToSign: "Confirm it's you to pay"
        }
    }
}

enum ApprovalBengali {
    static func text(_ phrase: ApprovalPhrase) -> String {
        switch phrase {
        case .approvePayment: "এই পেমেন্টটি অনুমোদন করুন"
        case .amount(let money): "পরিমাণ: \(money)"
        case .fee(let money): "ফি: \(money)"
        case .total(let money): "মোট: \(money)"
        case .payee(let name): "প্রাপক: \(name)"
        case .account(let account): "অ্যাকাউন্ট: \(account)"
        case .pay(let money, let name): "\(name)-কে \(money) পরিশোধ করুন"
        case .confirmToSign: "পরিশোধ করতে নিশ্চিত করুন যে এটি আপনিই"
        }
    }
}

enum ApprovalArabic {
    static func text(_ phrase: ApprovalPhrase) -> String {
        switch phrase {
        case .approvePayment: "الموافقة على هذه الدفعة"
        case .amount(let money): "المبلغ: \(money)"
        case .fee(let money): "الرسوم: \(money)"
        case .total(let money): "الإجمالي: \(money)"
        case .payee(let name): "إلى: \(isolated(name))"
        case .account(let account): "الحساب: \(isolated(account))"
        case .pay(let money, let name): "ادفع \(money) إلى \(isolated(name))"
        case .confirmToSign: "أكّد هويتك لإتمام الدفع"
        }
    }

    private static func isolated(_ text: String) -> String { Language.arabic.isolated(text) }
}
