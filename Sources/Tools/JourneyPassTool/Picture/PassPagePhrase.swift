import JourneyBase

/// The texts around a pass on its page, in the language of the pass.
enum PassPagePhrase: Hashable {
    case void, expired, holdNearReader, barcodeTooLong, boundToAccount
    /// The notes below the pass. The code says why it isn't trusted.
    case notTrusted(code: String), developmentCertificate

    func callAsFunction(_ language: Language) -> String {
        switch language {
        case .english: english
        case .bengali: bengali
        case .arabic: arabic
        }
    }

    private var english: String {
        switch self {
        case .void: "Void"
        case .expired: "Expired"
        case .holdNearReader: "Hold near reader"
        case .barcodeTooLong: "This text is too long for the barcode."
        case .boundToAccount: "Bound to your account with"
        case .notTrusted(let code): "Not trusted: \(code)"
        case .developmentCertificate: Chain.standInNote
        }
    }

    private var bengali: String {
        switch self {
        case .void: "বাতিল"
        case .expired: "মেয়াদ শেষ"
        case .holdNearReader: "রিডারের কাছে ধরুন"
        case .barcodeTooLong: "লেখাটি বারকোডের জন্য বেশি লম্বা।"
        case .boundToAccount: "যে প্রতিষ্ঠানের অ্যাকাউন্টের সঙ্গে যুক্ত"
        case .notTrusted(let code): "বিশ্বস্ত নয়: \(code)"
        case .developmentCertificate: "এটি ডেভেলপমেন্ট সার্টিফিকেট দিয়ে স্বাক্ষরিত, তাই কোনো ডিভাইস এটি বিশ্বাস করে না।"
        }
    }

    private var arabic: String {
        switch self {
        case .void: "ملغاة"
        case .expired: "منتهية الصلاحية"
        case .holdNearReader: "قرّبها من جهاز القراءة"
        case .barcodeTooLong: "النص أطول من أن يتسع له الرمز الشريطي."
        case .boundToAccount: "مرتبطة بحسابك لدى"
        case .notTrusted(let code): "غير موثوقة: \(Language.arabic.isolated(code))"
        case .developmentCertificate: "هذه البطاقة موقّعة بشهادة تطوير، ولا يثق بها أي جهاز."
        }
    }
}
