import JourneyBase

/// The bank's texts for customers about accounts and transfers, beside those of its pages.
enum TransferPhrase: CaseIterable {
    /// The reasons why an input is refused.
    case name, sortCode, accountNumber, ownAccount, payee, amount, currency, limit
    /// The name of the customer's account.
    case currentAccount
    /// The reason for an approval, shown by the app with the transfer.
    case confirmTransfer

    func callAsFunction(_ language: Language) -> String {
        switch language {
        case .english: english
        case .bengali: bengali
        case .arabic: arabic
        }
    }

    private var english: String {
        switch self {
        case .name: "Enter the name on the account."
        case .sortCode: "Enter a 6-digit sort code, like 04-00-04."
        case .accountNumber: "Enter an 8-digit account number."
        case .ownAccount: "This is an account of yours. Choose another one."
        case .payee: "This payee is not known."
        case .amount: "Enter an amount of more than \(money(0, .english))."
        case .currency: "Only GBP can be sent."
        case .limit: "You can send up to \(money(Bank.limit, .english)) at a time."
        case .currentAccount: "Current account"
        case .confirmTransfer: "Confirm your transfer"
        }
    }

    private var bengali: String {
        switch self {
        case .name: "অ্যাকাউন্টধারীর নাম লিখুন।"
        case .sortCode: "৬ সংখ্যার সর্ট কোড লিখুন, যেমন 04-00-04।"
        case .accountNumber: "৮ সংখ্যার অ্যাকাউন্ট নম্বর লিখুন।"
        case .ownAccount: "এটি আপনার নিজের অ্যাকাউন্ট। অন্য একটি বেছে নিন।"
        case .payee: "এই প্রাপককে পাওয়া যায়নি।"
        case .amount: "\(money(0, .bengali))-এর বেশি পরিমাণ লিখুন।"
        case .currency: "শুধু ব্রিটিশ পাউন্ড পাঠানো যায়।"
        case .limit: "একবারে সর্বোচ্চ \(money(Bank.limit, .bengali)) পাঠাতে পারবেন।"
        case .currentAccount: "চলতি অ্যাকাউন্ট"
        case .confirmTransfer: "আপনার লেনদেন নিশ্চিত করুন"
        }
    }

    /// A number with separators follows a left-to-right mark; otherwise its parts would be reordered after Arabic letters.
    private var arabic: String {
        switch self {
        case .name: "أدخل اسم صاحب الحساب."
        case .sortCode: "أدخل رمز الفرع المكوّن من ٦ أرقام، مثل \u{200E}04-00-04."
        case .accountNumber: "أدخل رقم حساب من ٨ أرقام."
        case .ownAccount: "هذا أحد حساباتك. اختر حسابًا آخر."
        case .payee: "لم نعثر على هذا المستفيد."
        case .amount: "أدخل مبلغًا أكبر من \(money(0, .arabic))."
        case .currency: "لا يمكن التحويل إلا بالجنيه الإسترليني."
        case .limit: "الحد الأقصى للتحويل الواحد \(money(Bank.limit, .arabic))."
        case .currentAccount: "الحساب الجاري"
        case .confirmTransfer: "أكّد تحويلك"
        }
    }

    private func money(_ pence: Int64, _ language: Language) -> String {
        language.amount(minorUnits: pence, Bank.currency)
    }
}
