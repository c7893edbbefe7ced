import CashBaba
import Foundation
import JourneyBase

/// The texts that report a flow's end to the user of the command, in the language of the screens.
enum WalletWords {
    static func pinSet(_ language: Language) -> String {
        pick(language, "Your PIN is set.", "আপনার পিন সেট হয়েছে।", "تم تعيين رقمك السري.")
    }
    static func paid(_ language: Language) -> String { pick(language, "Paid.", "পরিশোধ করা হয়েছে।", "تم الدفع.") }
    static func alreadyPaid(_ language: Language) -> String {
        pick(
            language, "This was already paid. Nothing was paid again.", "এটি আগেই পরিশোধ করা হয়েছে। আবার কিছু পরিশোধ করা হয়নি।",
            "سبق دفع هذا المبلغ. لم يُدفع شيء مرة أخرى.")
    }
    static func sent(_ language: Language) -> String { pick(language, "Sent.", "পাঠানো হয়েছে।", "تم التحويل.") }
    static func cardOrdered(_ language: Language) -> String {
        pick(language, "Your card is ordered.", "আপনার কার্ডের আবেদন হয়েছে।", "تم طلب بطاقتك.")
    }
    static func cancelled(_ language: Language) -> String {
        pick(language, "You left. Nothing was done.", "আপনি বেরিয়ে গেছেন। কিছুই করা হয়নি।", "لقد خرجت. لم يُنفّذ أي شيء.")
    }

    static func amount(_ language: Language, _ amount: Decimal) -> String {
        "\(pick(language, "Amount", "পরিমাণ", "المبلغ")): \(taka(amount, language))"
    }
    static func fee(_ language: Language, _ amount: Decimal) -> String {
        "\(pick(language, "Fee", "ফি", "الرسوم")): \(taka(amount, language))"
    }
    static func balance(_ language: Language, _ amount: Decimal) -> String {
        "\(pick(language, "Balance", "ব্যালেন্স", "الرصيد")): \(taka(amount, language))"
    }
    static func transaction(_ language: Language, _ id: String) -> String {
        "\(pick(language, "Transaction", "লেনদেন নম্বর", "رقم العملية")): \(language.isolated(id))"
    }

    /// Returns an amount with two decimals at least, in the language's digits. Nothing is rounded.
    static func taka(_ amount: Decimal, _ language: Language) -> String { language.taka("\(amount)") }

    private static func pick(_ language: Language, _ english: String, _ bengali: String, _ arabic: String) -> String {
        switch language {
        case .english: english
        case .bengali: bengali
        case .arabic: arabic
        }
    }
}
