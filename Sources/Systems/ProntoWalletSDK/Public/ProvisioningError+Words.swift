/// The messages for the person. The compiler checks that each language covers each case.
extension ProvisioningError {
    var english: String {
        switch self {
        case .notConfigured: "This app isn't set up to add passes."
        case .walletNotAvailable: "You can't add passes to a wallet on this device."
        case .networkError: "We couldn't reach the service. Check your connection and try again."
        case .serverError(401, _), .serverError(403, _): "This app isn't allowed to add this pass."
        case .serverError(404, _): "We can't find this pass."
        case .serverError: "The service can't provide the pass right now."
        case .invalidResponse: "We couldn't read the service's answer."
        case .passKitError: "The wallet didn't accept the pass."
        }
    }

    var bengali: String {
        switch self {
        case .notConfigured: "অ্যাপটি এখনও পাস যোগ করার জন্য প্রস্তুত নয়।"
        case .walletNotAvailable: "এই ডিভাইসে ওয়ালেটে পাস যোগ করা যায় না।"
        case .networkError: "সার্ভারের সঙ্গে সংযোগ করা যায়নি। নেটওয়ার্ক দেখে আবার চেষ্টা করুন।"
        case .serverError(401, _), .serverError(403, _): "অ্যাপটির এই পাস যোগ করার অনুমতি নেই।"
        case .serverError(404, _): "এই পাস পাওয়া যায়নি।"
        case .serverError: "এই মুহূর্তে পাসটি দেওয়া যাচ্ছে না।"
        case .invalidResponse: "সার্ভার থেকে সঠিক উত্তর পাওয়া যায়নি।"
        case .passKitError: "ওয়ালেট পাসটি গ্রহণ করেনি।"
        }
    }

    /// The Arabic message. A pass is called a card (بطاقة), as in the wallet itself.
    var arabic: String {
        switch self {
        case .notConfigured: "التطبيق غير مهيّأ لإضافة بطاقات إلى المحفظة."
        case .walletNotAvailable: "لا يمكن إضافة بطاقات إلى المحفظة على هذا الجهاز."
        case .networkError: "تعذّر الوصول إلى الخدمة. تحقق من اتصالك ثم أعد المحاولة."
        case .serverError(401, _), .serverError(403, _): "لا يُسمح للتطبيق بإضافة هذه البطاقة."
        case .serverError(404, _): "تعذّر العثور على هذه البطاقة."
        case .serverError: "يتعذّر على الخدمة تقديم البطاقة حاليًا."
        case .invalidResponse: "تعذّرت قراءة رد الخدمة."
        case .passKitError: "لم تقبل المحفظة البطاقة."
        }
    }
}
