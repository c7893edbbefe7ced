import JourneyBase

/// The texts of the sign-in pages. The compiler checks that each language has each case.
enum SignInPhrase: Hashable, CaseIterable {
    case bank, signIn, appWantsToAct, name, passcode, notNow
    /// The answer to a wrong name or passcode.
    case wrong
    /// The title of a page without a form, and the reasons for it.
    case cannotContinue, unreadable, repeatedMember, unknownApp, unknownAddress, over, locked

    func callAsFunction(_ language: Language) -> String {
        switch language {
        case .english: english
        case .bengali: bengali
        case .arabic: arabic
        }
    }

    private var english: String {
        switch self {
        case .bank: "Harbour Bank"
        case .signIn: "Sign in"
        case .appWantsToAct: "An app wants to act for you at this bank."
        case .name: "Name"
        case .passcode: "Passcode"
        case .notNow: "Not now"
        case .wrong: "That name or passcode isn’t right."
        case .cannotContinue: "We can’t continue"
        case .unreadable: "We can’t read this request."
        case .repeatedMember: "A parameter of the app’s request occurs twice."
        case .unknownApp: "We don’t know this app."
        case .unknownAddress: "The app’s return address isn’t registered with us."
        case .over: "This sign-in has ended. Start again in the app."
        case .locked: "Too many passcodes were wrong. Start again in 15 minutes."
        }
    }

    private var bengali: String {
        switch self {
        case .bank: "হারবার ব্যাংক"
        case .signIn: "লগ ইন করুন"
        case .appWantsToAct: "একটি অ্যাপ এই ব্যাংকে আপনার হয়ে কাজ করতে চায়।"
        case .name: "নাম"
        case .passcode: "পাসকোড"
        case .notNow: "এখন নয়"
        case .wrong: "নাম বা পাসকোড সঠিক নয়।"
        case .cannotContinue: "এগিয়ে যাওয়া যাচ্ছে না"
        case .unreadable: "অনুরোধটি পড়া যাচ্ছে না।"
        case .repeatedMember: "অ্যাপের অনুরোধে একই তথ্য দুবার আছে।"
        case .unknownApp: "এই অ্যাপ আমাদের পরিচিত নয়।"
        case .unknownAddress: "অ্যাপের ফেরার ঠিকানা আমাদের কাছে নিবন্ধিত নয়।"
        case .over: "এই লগ ইন শেষ হয়ে গেছে। অ্যাপে আবার শুরু করুন।"
        case .locked: "অনেকবার ভুল পাসকোড দেওয়া হয়েছে। ১৫ মিনিট পরে আবার শুরু করুন।"
        }
    }

    private var arabic: String {
        switch self {
        case .bank: "بنك هاربور"
        case .signIn: "تسجيل الدخول"
        case .appWantsToAct: "يطلب تطبيق الإذن بالتصرف نيابةً عنك لدى هذا البنك."
        case .name: "الاسم"
        case .passcode: "رمز المرور"
        case .notNow: "ليس الآن"
        case .wrong: "الاسم أو رمز المرور غير صحيح."
        case .cannotContinue: "تتعذّر المتابعة"
        case .unreadable: "تتعذّر قراءة هذا الطلب."
        case .repeatedMember: "تكرّرت معلومة في طلب التطبيق."
        case .unknownApp: "هذا التطبيق غير معروف لدينا."
        case .unknownAddress: "عنوان العودة إلى التطبيق غير مسجّل لدينا."
        case .over: "انتهت عملية تسجيل الدخول هذه. ابدأ من جديد في التطبيق."
        case .locked: "أُدخل رمز مرور خاطئ مرات كثيرة. ابدأ من جديد بعد ١٥ دقيقة."
        }
    }
}
