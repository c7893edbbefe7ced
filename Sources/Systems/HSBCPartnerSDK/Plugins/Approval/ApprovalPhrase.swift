internal import JourneyBase

/// The texts of a transaction's approval. The compiler checks that each language has each case.
///
/// Names and accounts are isolated where a language runs from right to left; amounts already are.
enum ApprovalPhrase: Hashable, Sendable {
    case approvePayment
    case amount
    case fee
    case total
    case payee
    case account
    /// The button's label. It names the amount that leaves the account, and the payee who gets all of it.
    case pay(String, to: String)
    /// The button's label if a part of the amount is a fee, which the payee doesn't get.
    case payTotal(String)
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
        case .amount: "Amount"
        case .fee: "Fee"
        case .total: "Total"
        case .payee: "To"
        case .account: "Account"
        case .pay(let money, let name): "Pay \(money) to \(name)"
        case .payTotal(let money): "Pay \(money)"
        case .confirmToSign: "Confirm it's you to pay"
        }
    }
}

enum ApprovalBengali {
    static func text(_ phrase: ApprovalPhrase) -> String {
        switch phrase {
        case .approvePayment: "এই পেমেন্টটি অনুমোদন করুন"
        case .amount: "পরিমাণ"
        case .fee: "ফি"
        case .total: "মোট"
        case .payee: "প্রাপক"
        case .account: "অ্যাকাউন্ট"
        case .pay(let money, let name): "\(name)-কে \(money) পাঠান"
        case .payTotal(let money): "\(money) পরিশোধ করুন"
        case .confirmToSign: "পরিশোধ করতে আপনার পরিচয় নিশ্চিত করুন"
        }
    }
}

enum ApprovalArabic {
    static func text(_ phrase: ApprovalPhrase) -> String {
        switch phrase {
        case .approvePayment: "الموافقة على عملية الدفع"
        case .amount: "المبلغ"
        case .fee: "الرسوم"
        case .total: "الإجمالي"
        case .payee: "إلى"
        case .account: "الحساب"
        case .pay(let money, let name): "دفع \(money) إلى \(isolated(name))"
        case .payTotal(let money): "دفع \(money)"
        case .confirmToSign: "أكّد هويتك لإتمام الدفع"
        }
    }

    private static func isolated(_ text: String) -> String { Language.arabic.isolated(text) }
}
