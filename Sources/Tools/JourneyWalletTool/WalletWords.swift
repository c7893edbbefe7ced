import CashBaba
import Foundation
import JourneyBase

/// The texts that report a flow's end to the user of the command, in the language of the screens.
enum WalletWords {
    static func pinSet(_ language: Language) -> String {
        pick(language, "The PIN is set.", "পিন সেট হয়েছে।", "تم تعيين الرقم السري.")
    }
    static func paid(_ language: Language) -> String { pick(language, "Paid.", "পরিশোধ করা হয়েছে।", "تم الدفع.") }
    static func alreadyPaid(_ language: Language) -> String {
        pick(
            language, "Paid already: nothing was paid again.", "আগেই পরিশোধ করা হয়েছে: আবার কিছু পরিশোধ করা হয়নি।",
            "سبق الدفع: لم يُدفع شيء مرة أخرى.")
    }
    static func sent(_ language: Language) -> String { pick(language, "Sent.", "পাঠানো হয়েছে।", "تم التحويل.") }
    static func cardOrdered(_ language: Language) -> String {
        pick(language, "The card is ordered.", "কার্ডের আবেদন হয়েছে।", "تم طلب البطاقة.")
    }
    static func cancelled(_ language: Language) -> String {
        pick(language, "Left: nothing was done.", "বেরিয়ে যাওয়া হয়েছে: কিছুই করা হয়নি।", "تم الخروج دون تنفيذ أي شيء.")
    }

    static func amount(_ language: Language, _ amount: Decimal) -> String {
        "\(pick(language, "amount", "পরিমাণ", "المبلغ")) \(taka(amount, language))"
    }
    static func fee(_ language: Language, _ amount: Decimal) -> String {
        "\(pick(language, "fee", "ফি", "الرسوم")) \(taka(amount, language))"
    }
    static func balance(_ language: Language, _ amount: Decimal) -> String {
        "\(pick(language, "balance", "ব্যালেন্স", "الرصيد")) \(taka(amount, language))"
    }
    static func transaction(_ language: Language, _ id: String) -> String {
        "\(pick(language, "transaction", "লেনদেন", "المعاملة")) \(language.isolated(id))"
    }

    /// Returns an amount with two decimals, in the language's digits.
    static func taka(_ amount: Decimal, _ language: Language) -> String {
        var (value, rounded) = (amount, Decimal())
        NSDecimalRound(&rounded, &value, 2, .plain)
        let parts = "\(rounded)".split(separator: ".")
        let rest = (parts.count > 1 ? String(parts[1]) : "") + "00"
        return language.taka("\(parts.first ?? "0").\(rest.prefix(2))")
    }

    private static func pick(_ language: Language, _ english: String, _ bengali: String, _ arabic: String) -> String {
        switch language {
        case .english: english
        case .bengali: bengali
        case .arabic: arabic
        }
    }
}
