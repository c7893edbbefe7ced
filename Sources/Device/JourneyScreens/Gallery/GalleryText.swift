internal import JourneyBase

/// The texts of the gallery's flows, as in a flow's own table.
struct GalleryText {
    var signIn, wrongPassword, userName, password, passwordHint, deviceName: String
    var whichAccount, account, everyday, savings: String
    var alerts, howToReachYou, mail, message, call: String
    var shop, licence, over18, portrait, familyName, membership, level: String
    var showCode, letThemScan, codeAlternative: String
    var sending, step, yourCard, showNumber, removeCard: String
    var permissions, permissionsText, cameraAllowed, bluetoothOff, nothingStored, openSettings, notNow: String
    var failed, secondFactor: String

    static func of(_ language: Language) -> GalleryText {
        switch language {
        case .english: english
        case .bengali: bengali
        case .arabic: arabic
        }
    }

    private static let english = GalleryText(
        signIn: "Sign in", wrongPassword: "Name and password do not belong together.", userName: "E-mail address",
        password: "Password", passwordHint: "At least 12 characters", deviceName: "Name of this phone",
        whichAccount: "Pay from which account?", account: "Account", everyday: "Everyday account", savings: "Savings",
        alerts: "Alerts", howToReachYou: "How may we reach you?", mail: "E-mail", message: "Text message", call: "Call",
        shop: "Corner Shop", licence: "Driving licence", over18: "Older than 18", portrait: "Portrait",
        familyName: "Family name", membership: "Membership", level: "Level", showCode: "Show this code",
        letThemScan: "Let the other side scan it. The connection starts by itself.",
        codeAlternative: "a code for the other side's camera", sending: "Sending your answer",
        step: "Signing 2 of 5 items", yourCard: "Your card", showNumber: "Show the number",
        removeCard: "Remove the card",
        permissions: "Before you start", permissionsText: "Two things are needed to share a document nearby.",
        cameraAllowed: "The camera may be used.", bluetoothOff: "Bluetooth is off. Turn it on in the settings.",
        nothingStored: "Nothing is kept after you have shared it.", openSettings: "Open settings", notNow: "Not now",
        failed: "That did not work",
        secondFactor: "A second factor is not set up yet. Confirm your phone number and your e-mail address first.")

    private static let bengali = GalleryText(
        signIn: "সাইন ইন করুন", wrongPassword: "নাম ও পাসওয়ার্ড মেলেনি।", userName: "ইমেইল ঠিকানা", password: "পাসওয়ার্ড",
        passwordHint: "কমপক্ষে ১২টি অক্ষর", deviceName: "এই ফোনের নাম", whichAccount: "কোন অ্যাকাউন্ট থেকে টাকা দেবেন?",
        account: "অ্যাকাউন্ট", everyday: "দৈনন্দিন অ্যাকাউন্ট", savings: "সঞ্চয়", alerts: "সতর্কবার্তা",
        howToReachYou: "আপনাকে কীভাবে জানাব?", mail: "ইমেইল", message: "এসএমএস", call: "ফোন কল", shop: "মোড়ের দোকান",
        licence: "ড্রাইভিং লাইসেন্স", over18: "বয়স ১৮ বছরের বেশি", portrait: "ছবি", familyName: "পদবি", membership: "সদস্যপদ",
        level: "স্তর", showCode: "এই কোডটি দেখান", letThemScan: "অন্য পক্ষকে এটি স্ক্যান করতে দিন। সংযোগ নিজে থেকেই শুরু হবে।",
        codeAlternative: "অন্য পক্ষের ক্যামেরার জন্য একটি কোড", sending: "আপনার উত্তর পাঠানো হচ্ছে",
        step: "৫টির মধ্যে ২টি স্বাক্ষর করা হচ্ছে", yourCard: "আপনার কার্ড", showNumber: "নম্বর দেখুন",
        removeCard: "কার্ড সরিয়ে ফেলুন", permissions: "শুরু করার আগে",
        permissionsText: "কাছাকাছি কারও সঙ্গে নথি শেয়ার করতে দুটি জিনিস দরকার।", cameraAllowed: "ক্যামেরা ব্যবহারের অনুমতি আছে।",
        bluetoothOff: "ব্লুটুথ বন্ধ আছে। সেটিংসে গিয়ে চালু করুন।", nothingStored: "শেয়ার করার পর কিছুই রাখা হয় না।",
        openSettings: "সেটিংস খুলুন", notNow: "এখন নয়", failed: "কাজটি হয়নি",
        secondFactor: "দ্বিতীয় ধাপের যাচাই এখনো চালু হয়নি। আগে আপনার ফোন নম্বর ও ইমেইল ঠিকানা নিশ্চিত করুন।")

    private static let arabic = GalleryText(
        signIn: "تسجيل الدخول", wrongPassword: "الاسم وكلمة المرور غير متطابقين.", userName: "البريد الإلكتروني",
        password: "كلمة المرور", passwordHint: "١٢ حرفًا على الأقل", deviceName: "اسم هذا الهاتف",
        whichAccount: "من أي حساب تريد الدفع؟", account: "الحساب", everyday: "الحساب الجاري", savings: "حساب التوفير",
        alerts: "التنبيهات", howToReachYou: "كيف نتواصل معك؟", mail: "البريد الإلكتروني", message: "رسالة نصية",
        call: "مكالمة", shop: "متجر الزاوية", licence: "رخصة القيادة", over18: "العمر أكثر من ١٨ عامًا",
        portrait: "الصورة",
        familyName: "اسم العائلة", membership: "العضوية", level: "المستوى", showCode: "أظهر هذا الرمز",
        letThemScan: "دع الطرف الآخر يمسحه ضوئيًا. يبدأ الاتصال من تلقاء نفسه.",
        codeAlternative: "رمز لكاميرا الطرف الآخر", sending: "جارٍ إرسال إجابتك", step: "توقيع ٢ من ٥ عناصر",
        yourCard: "بطاقتك", showNumber: "إظهار الرقم", removeCard: "إزالة البطاقة", permissions: "قبل أن تبدأ",
        permissionsText: "يلزم أمران لمشاركة مستند مع جهاز قريب.", cameraAllowed: "استخدام الكاميرا مسموح.",
        bluetoothOff: "البلوتوث متوقف. شغّله من الإعدادات.", nothingStored: "لا يُحتفظ بشيء بعد المشاركة.",
        openSettings: "فتح الإعدادات", notNow: "ليس الآن", failed: "لم ينجح ذلك",
        secondFactor: "لم يُفعّل التحقق بخطوتين بعد. أكّد رقم هاتفك وبريدك الإلكتروني أولًا.")
}
