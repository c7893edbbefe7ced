import JourneyBase
import JourneyWire

/// A refusal of the wallet: an HTTP status and a text for the user in each language.
struct WalletError: Error, Hashable, Sendable {
    let status: Int
    private let english: String
    private let bengali: String
    private let arabic: String
    /// Additional data of the answer; null for none.
    var data: JSONValue = nil

    init(_ status: Int, _ english: String, _ bengali: String, _ arabic: String) {
        self.status = status
        self.english = english
        self.bengali = bengali
        self.arabic = arabic
    }

    func text(in language: Language) -> String {
        switch language {
        case .english: english
        case .bengali: bengali
        case .arabic: arabic
        }
    }

    func response(in language: Language) -> HTTPResponse {
        let reply = WalletReply(
            code: status, messages: [text(in: language)], data: data == .null ? nil : WireJSON(data))
        return .json(reply.json, status: status, headers: ["Cache-Control": "no-store"])
    }

    /// Returns the same error with `data`.
    func with(_ data: JSONValue) -> WalletError {
        var fault = self
        fault.data = data
        return fault
    }
}

extension WalletError {
    static let unauthorized = WalletError(
        401, "You aren't signed in.", "আপনি লগ ইন করেননি।", "لم تسجّل الدخول.")
    static let otherScope = WalletError(
        403, "You can't use this session for this.", "এই সেশন দিয়ে এটি করা যাবে না।", "لا يمكن استخدام هذه الجلسة لذلك.")
    static let malformed = WalletError(
        400, "We can't read this request.", "অনুরোধটি পড়া যাচ্ছে না।", "تتعذّر قراءة الطلب.")
    static let mediaType = WalletError(
        415, "This request has the wrong format.", "অনুরোধের ধরন সঠিক নয়।", "صيغة الطلب غير صحيحة.")
    static let unavailable = WalletError(
        500, "The wallet can't do this right now.", "ওয়ালেট এখন এটি করতে পারছে না।", "يتعذّر على المحفظة تنفيذ ذلك حاليًا.")

    /// Creates an injected refusal.
    static func told(_ status: Int) -> WalletError {
        WalletError(
            status, "The sandbox is set to refuse this.", "স্যান্ডবক্স এটি প্রত্যাখ্যান করার জন্য সেট করা আছে।",
            "بيئة الاختبار مضبوطة على رفض هذا الطلب.")
    }

    static let locked = WalletError(
        444, "Too many wrong PINs. Your PIN is locked for 15 minutes.",
        "অনেকবার ভুল পিন দেওয়া হয়েছে। আপনার পিন ১৫ মিনিটের জন্য লক করা হয়েছে।",
        "أُدخل رقم سري خاطئ مرات كثيرة. رقمك السري موقوف لمدة ١٥ دقيقة.")
    static let pinMissing = WalletError(
        409, "You haven't set a PIN yet.", "আপনি এখনও পিন সেট করেননি।", "لم تعيّن رقمًا سريًا بعد.")
    static let pinThere = WalletError(
        409, "You've already set a PIN.", "আপনি আগেই পিন সেট করেছেন।", "سبق أن عيّنت رقمًا سريًا.")
    static let pinsDiffer = WalletError(
        400, "The PINs don't match.", "পিন দুটি মেলেনি।", "الرقمان السريان غير متطابقين.")
    static let pinWeak = WalletError(
        400, "This PIN is too easy to guess. Choose another one.", "এই পিন সহজেই অনুমান করা যায়। অন্য একটি বেছে নিন।",
        "من السهل تخمين هذا الرقم السري. اختر رقمًا آخر.")
    static let pinSame = WalletError(
        400, "This is your current PIN. Choose another one.", "এটি আপনার বর্তমান পিন। অন্য একটি বেছে নিন।",
        "هذا رقمك السري الحالي. اختر رقمًا آخر.")
    static func pinWrong(left: Int) -> WalletError {
        WalletError(
            400, "The PIN is wrong. \(left) \(left == 1 ? "try" : "tries") left.",
            "পিন ভুল হয়েছে। আর \(Language.bengali.number(left)) বার চেষ্টা করতে পারবেন।",
            "الرقم السري غير صحيح. \(arabicTries(left))")
    }

    static let codeMissing = WalletError(422, "Request a new code.", "নতুন কোড চেয়ে নিন।", "اطلب رمزًا جديدًا.")
    static let codeExpired = WalletError(
        422, "Your code expired. Request a new one.", "কোডের মেয়াদ শেষ। নতুন কোড চেয়ে নিন।",
        "انتهت صلاحية الرمز. اطلب رمزًا جديدًا.")
    static func codeWrong(left: Int) -> WalletError {
        WalletError(
            400, "The code is wrong. \(left) \(left == 1 ? "try" : "tries") left.",
            "কোড ভুল হয়েছে। আর \(Language.bengali.number(left)) বার চেষ্টা করতে পারবেন।",
            "الرمز غير صحيح. \(arabicTries(left))")
    }
    static let codeTooSoon = WalletError(
        429, "Wait a moment before you request another code.", "নতুন কোড চাওয়ার আগে একটু অপেক্ষা করুন।",
        "انتظر قليلًا قبل أن تطلب رمزًا آخر.")
    static let codeUnverified = WalletError(
        422, "Confirm the code first.", "আগে কোডটি নিশ্চিত করুন।", "أكّد الرمز أولًا.")
    static let personUnknown = WalletError(
        404, "These details don't match yours.", "এই তথ্য আপনার তথ্যের সঙ্গে মেলে না।", "هذه البيانات لا تطابق بياناتك.")

    static let referenceUnknown = WalletError(
        404, "We can't find this payment.", "এই পেমেন্ট পাওয়া যায়নি।", "تعذّر العثور على عملية الدفع هذه.")
    static let referenceUsed = WalletError(
        409, "This has already been paid.", "এটি আগেই পরিশোধ করা হয়েছে।", "سبق دفع هذا المبلغ.")
    static let referenceExpired = WalletError(
        422, "This payment has expired.", "এই পেমেন্টের মেয়াদ শেষ।", "انتهت صلاحية عملية الدفع هذه.")
    static let bankUnknown = WalletError(
        404, "We can't find this bank account.", "এই ব্যাংক অ্যাকাউন্ট পাওয়া যায়নি।", "تعذّر العثور على هذا الحساب البنكي.")
    static let amountWrong = WalletError(
        422, "Enter an amount from 10৳ to 50,000৳.", "১০ থেকে ৫০,০০০ টাকার মধ্যে পরিমাণ লিখুন।",
        "أدخل مبلغًا من ١٠ إلى ٥٠٬٠٠٠ تاكا.")
    static let balanceShort = WalletError(
        422, "Your balance is too low.", "আপনার ব্যালেন্স যথেষ্ট নয়।", "رصيدك غير كافٍ.")
    static let faceMissing = WalletError(
        422, "We need two pictures of your face.", "আপনার মুখের দুটি ছবি প্রয়োজন।", "نحتاج إلى صورتين لوجهك.")
    static let productUnknown = WalletError(
        404, "We can't find this card.", "এই কার্ড পাওয়া যায়নি।", "تعذّر العثور على هذه البطاقة.")
    static let promotionUnknown = WalletError(
        422, "We can't find this promotion.", "এই অফার পাওয়া যায়নি।", "تعذّر العثور على هذا العرض.")
    static let cardOrdered = WalletError(
        409, "You've already ordered this card.", "আপনি আগেই এই কার্ডের আবেদন করেছেন।", "سبق أن طلبت هذه البطاقة.")

    private static let arabicTries = ArabicCount(
        zero: "لم تتبقَّ أي محاولة.", one: "تبقّت محاولة واحدة.", two: "تبقّت محاولتان.", few: "تبقّت # محاولات.",
        many: "تبقّت # محاولة.", other: "تبقّت # محاولة.")
}
