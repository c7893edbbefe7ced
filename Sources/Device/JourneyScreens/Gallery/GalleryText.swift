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
        signIn: "Sign in", wrongPassword: "That email address or password isn't right.", userName: "Email address",
        password: "Password", passwordHint: "At least 12 characters", deviceName: "Name for this phone",
        whichAccount: "Pay from which account?", account: "Account", everyday: "Everyday account", savings: "Savings",
        alerts: "Alerts", howToReachYou: "How can we reach you?", mail: "Email", message: "Text message", call: "Call",
        shop: "Corner Shop", licence: "Driving licence", over18: "18 or over", portrait: "Photo",
        familyName: "Family name", membership: "Membership", level: "Level", showCode: "Show this code",
        letThemScan: "Let the other person scan it. The connection then starts by itself.",
        codeAlternative: "a code for the other person to scan", sending: "Sending your answer",
        step: "Signing 2 of 5 items", yourCard: "Your card", showNumber: "Show card number",
        removeCard: "Remove card",
        permissions: "Before you start", permissionsText: "You need two things to share a document nearby.",
        cameraAllowed: "You've allowed the camera.", bluetoothOff: "Bluetooth is off. Turn it on in Settings.",
        nothingStored: "We keep nothing after you share it.", openSettings: "Open settings", notNow: "Not now",
        failed: "That didn't work",
        secondFactor: "Two-step verification isn't on yet. Confirm your phone number and your email address first.")

    private static let bengali = GalleryText(
        signIn: "সাইন ইন করুন", wrongPassword: "ই-মেইল ঠিকানা বা পাসওয়ার্ড সঠিক নয়।", userName: "ই-মেইল ঠিকানা", password: "পাসওয়ার্ড",
        passwordHint: "কমপক্ষে ১২টি অক্ষর", deviceName: "এই ফোনের নাম", whichAccount: "কোন অ্যাকাউন্ট থেকে টাকা দেবেন?",
        account: "অ্যাকাউন্ট", everyday: "দৈনন্দিন অ্যাকাউন্ট", savings: "সঞ্চয়", alerts: "সতর্কবার্তা",
        howToReachYou: "আপনাকে কীভাবে জানাব?", mail: "ই-মেইল", message: "এসএমএস", call: "ফোন কল", shop: "মোড়ের দোকান",
        licence: "ড্রাইভিং লাইসেন্স", over18: "বয়স ১৮ বছর বা তার বেশি", portrait: "ছবি", familyName: "পদবি", membership: "সদস্যপদ",
        level: "স্তর", showCode: "এই কোডটি দেখান", letThemScan: "অন্যজনকে এটি স্ক্যান করতে দিন। তারপর সংযোগ নিজে থেকেই শুরু হবে।",
        codeAlternative: "অন্যজনের স্ক্যান করার জন্য একটি কোড", sending: "আপনার উত্তর পাঠানো হচ্ছে",
        step: "৫টির মধ্যে ২টি স্বাক্ষর করা হচ্ছে", yourCard: "আপনার কার্ড", showNumber: "কার্ড নম্বর দেখুন",
        removeCard: "কার্ড সরিয়ে ফেলুন", permissions: "শুরু করার আগে",
        permissionsText: "কাছাকাছি কারও সঙ্গে নথি শেয়ার করতে দুটি জিনিস দরকার।", cameraAllowed: "আপনি ক্যামেরার অনুমতি দিয়েছেন।",
        bluetoothOff: "ব্লুটুথ বন্ধ আছে। সেটিংসে গিয়ে চালু করুন।", nothingStored: "শেয়ার করার পর আমরা কিছুই রাখি না।",
        openSettings: "সেটিংস খুলুন", notNow: "এখন নয়", failed: "কাজটি হয়নি",
        secondFactor: "দুই ধাপের যাচাই এখনও চালু হয়নি। আগে আপনার ফোন নম্বর ও ই-মেইল ঠিকানা নিশ্চিত করুন।")

    private static let arabic = GalleryText(
        signIn: "تسجيل الدخول", wrongPassword: "البريد الإلكتروني أو كلمة المرور غير صحيحة.",
        userName: "البريد الإلكتروني",
        password: "كلمة المرور", passwordHint: "١٢ حرفًا على الأقل", deviceName: "اسم هذا الهاتف",
        whichAccount: "من أي حساب تريد الدفع؟", account: "الحساب", everyday: "الحساب الجاري", savings: "حساب التوفير",
        alerts: "التنبيهات", howToReachYou: "كيف نتواصل معك؟", mail: "البريد الإلكتروني", message: "رسالة نصية",
        call: "مكالمة", shop: "متجر الزاوية", licence: "رخصة القيادة", over18: "العمر ١٨ عامًا أو أكثر",
        portrait: "الصورة الشخصية",
        familyName: "اسم العائلة", membership: "العضوية", level: "المستوى", showCode: "أظهر هذا الرمز",
        letThemScan: "دع الشخص الآخر يمسحه ضوئيًا. بعدها يبدأ الاتصال من تلقاء نفسه.",
        codeAlternative: "رمز ليمسحه الشخص الآخر ضوئيًا", sending: "جارٍ إرسال إجابتك", step: "جارٍ توقيع العنصر ٢ من ٥",
        yourCard: "بطاقتك", showNumber: "إظهار رقم البطاقة", removeCard: "إزالة البطاقة", permissions: "قبل أن تبدأ",
        permissionsText: "يلزم أمران لمشاركة مستند مع جهاز قريب.", cameraAllowed: "لقد سمحت باستخدام الكاميرا.",
        bluetoothOff: "البلوتوث متوقف. شغّله من الإعدادات.", nothingStored: "لا نحتفظ بشيء بعد المشاركة.",
        openSettings: "فتح الإعدادات", notNow: "ليس الآن", failed: "لم ينجح ذلك",
        secondFactor: "لم يُفعَّل التحقق بخطوتين بعد. أكّد رقم هاتفك وبريدك الإلكتروني أولًا.")
}
