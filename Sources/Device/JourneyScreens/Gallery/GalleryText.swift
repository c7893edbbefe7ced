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
    var approve, reason, amount, payee, payeeName, account2, fee, total, pay: String
    var sent, sentText, pending, pendingText, pendingNext, notSent, notSentText, ended, endedText: String
    var document, verified, names, birth, birthDay, number, categories, categoryLines: String
    var ticket, gate, seat, payments, noPayments, showTicket: String
    var agePurpose, portraitPurpose, over18Value: String
    var trip, departure, returning: String

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
        whichAccount: "Pay from which account?", account: "Account", everyday: "Everyday account",
        savings: "Savings account",
        alerts: "Alerts", howToReachYou: "How can we reach you?", mail: "Email", message: "Text message",
        call: "Phone call",
        shop: "Corner Shop", licence: "Driving licence", over18: "18 or over", portrait: "Photo",
        familyName: "Family name", membership: "Membership", level: "Level", showCode: "Show this code",
        letThemScan: "Let the other person scan it. The connection then starts by itself.",
        codeAlternative: "a code for the other person to scan", sending: "Sending your answer",
        step: "Signing item 2 of 5", yourCard: "Your card", showNumber: "Show card number",
        removeCard: "Remove card",
        permissions: "Before you start", permissionsText: "You need two things to share a document nearby.",
        cameraAllowed: "You've allowed the camera.", bluetoothOff: "Bluetooth is off. Turn it on in Settings.",
        nothingStored: "We keep nothing after you share it.", openSettings: "Open settings", notNow: "Not now",
        failed: "That didn't work",
        secondFactor:
            "Two-step verification isn't on. Verify your email address and your phone number, then try again.",
        approve: "Approve this payment", reason: "Rent for May", amount: "Amount", payee: "To",
        payeeName: "Amelia Stone",
        account2: "Account", fee: "Fee", total: "Total", pay: "Pay \(Language.english.amount("1250.50", "GBP"))",
        sent: "Payment sent",
        sentText: "Amelia Stone will have the money in minutes.", pending: "Payment not finished",
        pendingText: "Your bank is still working on it.",
        pendingNext: "You don't need to do anything. We'll tell you when it's done.",
        notSent: "Nothing was sent", notSentText: "The connection broke before your bank received the payment.",
        ended: "Nothing was shared",
        endedText: "The shop's device ended the connection before it received your answer.",
        document: "Shared with you",
        verified: "Issued by an authority you trust, and presented from the holder's device.",
        names: "Name", birth: "Date of birth", birthDay: "28 Feb 1990", number: "Document number",
        categories: "Driving privileges", categoryLines: "A · Valid until 12 May 2031\nB · Valid until 12 May 2031",
        ticket: "Boarding pass", gate: "Gate", seat: "Seat", payments: "Payments",
        noPayments: "No payments yet.",
        showTicket: "Your pass", agePurpose: "To sell you alcohol", portraitPurpose: "To compare it with your face",
        over18Value: "Yes",
        trip: "When do you travel?", departure: "Day of departure", returning: "Day of return")

    private static let bengali = GalleryText(
        signIn: "লগ ইন করুন", wrongPassword: "ইমেইল ঠিকানা বা পাসওয়ার্ড সঠিক নয়।", userName: "ইমেইল ঠিকানা", password: "পাসওয়ার্ড",
        passwordHint: "কমপক্ষে ১২টি অক্ষর", deviceName: "এই ফোনের নাম", whichAccount: "কোন অ্যাকাউন্ট থেকে টাকা দেবেন?",
        account: "অ্যাকাউন্ট", everyday: "দৈনন্দিন লেনদেনের অ্যাকাউন্ট", savings: "সঞ্চয়ী অ্যাকাউন্ট", alerts: "অ্যালার্ট",
        howToReachYou: "আপনাকে কীভাবে জানাব?", mail: "ইমেইল", message: "এসএমএস", call: "ফোন কল", shop: "মোড়ের দোকান",
        licence: "ড্রাইভিং লাইসেন্স", over18: "বয়স ১৮ বছর বা তার বেশি", portrait: "ছবি", familyName: "পদবি", membership: "সদস্যপদ",
        level: "স্তর", showCode: "এই কোডটি দেখান", letThemScan: "অন্যজনকে এটি স্ক্যান করতে দিন। তারপর সংযোগ নিজে থেকেই শুরু হবে।",
        codeAlternative: "অন্যজনের স্ক্যান করার জন্য একটি কোড", sending: "আপনার উত্তর পাঠানো হচ্ছে",
        step: "৫টির মধ্যে ২টি স্বাক্ষর করা হচ্ছে", yourCard: "আপনার কার্ড", showNumber: "কার্ড নম্বর দেখুন",
        removeCard: "কার্ড সরিয়ে ফেলুন", permissions: "শুরু করার আগে",
        permissionsText: "কাছাকাছি কারও সঙ্গে নথি শেয়ার করতে দুটি জিনিস দরকার।", cameraAllowed: "আপনি ক্যামেরার অনুমতি দিয়েছেন।",
        bluetoothOff: "ব্লুটুথ বন্ধ আছে। সেটিংসে গিয়ে চালু করুন।", nothingStored: "শেয়ার করার পর আমরা কিছুই রাখি না।",
        openSettings: "সেটিংস খুলুন", notNow: "এখন নয়", failed: "এটি করা যায়নি",
        secondFactor: "দুই ধাপের যাচাই চালু নেই। আপনার ইমেইল ও ফোন নম্বর দুটিই যাচাই করে আবার চেষ্টা করুন।",
        approve: "এই পেমেন্টটি অনুমোদন করুন", reason: "মে মাসের ভাড়া", amount: "পরিমাণ", payee: "প্রাপক",
        payeeName: "Amelia Stone", account2: "অ্যাকাউন্ট", fee: "ফি", total: "মোট",
        pay: "\(Language.bengali.amount("1250.50", "GBP")) পরিশোধ করুন",
        sent: "পেমেন্ট পাঠানো হয়েছে", sentText: "Amelia Stone কয়েক মিনিটের মধ্যে টাকা পাবেন।", pending: "পেমেন্ট শেষ হয়নি",
        pendingText: "আপনার ব্যাংক এটি নিয়ে এখনও কাজ করছে।", pendingNext: "আপনাকে কিছু করতে হবে না। আমরা জানাব।",
        notSent: "কিছুই পাঠানো হয়নি", notSentText: "ব্যাংক পেমেন্টটি পাওয়ার আগেই সংযোগ বিচ্ছিন্ন হয়েছে।",
        ended: "কিছুই শেয়ার করা হয়নি", endedText: "আপনার উত্তর পাওয়ার আগেই রিডার সংযোগ বন্ধ করেছে।",
        document: "আপনার সঙ্গে শেয়ার করা হয়েছে", verified: "আপনার আস্থাভাজন কর্তৃপক্ষ এটি দিয়েছে, আর মালিকের ডিভাইস থেকেই এটি দেখানো হয়েছে।",
        names: "নাম", birth: "জন্ম তারিখ", birthDay: "২৮\u{A0}ফেব্রুয়ারি\u{A0}১৯৯০", number: "নথির নম্বর",
        categories: "গাড়ি চালানোর অনুমতি",
        categoryLines: "A · মেয়াদ ১২\u{A0}মে\u{A0}২০৩১ পর্যন্ত\nB · মেয়াদ ১২\u{A0}মে\u{A0}২০৩১ পর্যন্ত", ticket: "বোর্ডিং পাস", gate: "গেট",
        seat: "আসন", payments: "লেনদেন", noPayments: "এখনও কোনো লেনদেন নেই।", showTicket: "আপনার পাস",
        agePurpose: "আপনার কাছে অ্যালকোহল বিক্রির জন্য", portraitPurpose: "আপনার মুখের সঙ্গে মেলানোর জন্য", over18Value: "হ্যাঁ",
        trip: "আপনি কবে ভ্রমণ করবেন?", departure: "যাত্রার তারিখ", returning: "ফেরার তারিখ")

    private static let arabic = GalleryText(
        signIn: "تسجيل الدخول", wrongPassword: "البريد الإلكتروني أو كلمة المرور غير صحيحة.",
        userName: "البريد الإلكتروني",
        password: "كلمة المرور", passwordHint: "١٢ حرفًا على الأقل", deviceName: "اسم هذا الهاتف",
        whichAccount: "من أي حساب تريد الدفع؟", account: "الحساب", everyday: "الحساب الجاري", savings: "حساب التوفير",
        alerts: "التنبيهات", howToReachYou: "كيف نتواصل معك؟", mail: "البريد", message: "رسالة نصية",
        call: "مكالمة", shop: "متجر الزاوية", licence: "رخصة القيادة", over18: "العمر ١٨ عامًا أو أكثر",
        portrait: "الصورة الشخصية",
        familyName: "اسم العائلة", membership: "العضوية", level: "المستوى", showCode: "أظهر هذا الرمز",
        letThemScan: "اطلب من الشخص الآخر مسحه ضوئيًا، ثم يبدأ الاتصال تلقائيًا.",
        codeAlternative: "رمز ليمسحه الشخص الآخر ضوئيًا", sending: "يجري إرسال إجابتك", step: "يجري توقيع العنصر ٢ من ٥",
        yourCard: "بطاقتك", showNumber: "إظهار رقم البطاقة", removeCard: "إزالة البطاقة", permissions: "قبل أن تبدأ",
        permissionsText: "يلزم أمران لمشاركة مستند مع جهاز قريب.", cameraAllowed: "لقد سمحت باستخدام الكاميرا.",
        bluetoothOff: "البلوتوث غير مفعّل. فعّله من الإعدادات.", nothingStored: "لا نحتفظ بشيء بعد المشاركة.",
        openSettings: "فتح الإعدادات", notNow: "ليس الآن", failed: "تعذّر إتمام العملية",
        secondFactor: "التحقق بخطوتين غير مفعّل. أكّد بريدك الإلكتروني ورقم هاتفك، ثم أعد المحاولة.",
        approve: "الموافقة على عملية الدفع", reason: "إيجار مايو", amount: "المبلغ", payee: "إلى",
        payeeName: "Amelia Stone",
        account2: "الحساب", fee: "الرسوم", total: "الإجمالي", pay: "دفع \(Language.arabic.amount("1250.50", "GBP"))",
        sent: "تم الدفع",
        sentText: "يصل المبلغ خلال دقائق.", pending: "لم تكتمل عملية الدفع", pendingText: "ما زال البنك يعالجها.",
        pendingNext: "لا يلزمك أي إجراء. سنُعلمك بالنتيجة.", notSent: "لم يُرسل شيء",
        notSentText: "انقطع الاتصال قبل وصول طلب الدفع إلى البنك.", ended: "لم تتم مشاركة أي شيء",
        endedText: "أنهى جهاز القراءة الاتصال قبل أن تصله إجابتك.", document: "بيانات تمت مشاركتها معك",
        verified: "صادر عن جهة تثق بها، ومعروض من جهاز صاحبه.", names: "الاسم", birth: "تاريخ الميلاد",
        birthDay: "٢٨\u{A0}فبراير\u{A0}١٩٩٠", number: "رقم المستند", categories: "فئات القيادة المسموح بها",
        categoryLines:
            "الفئة \u{2068}A\u{2069} · صالحة حتى ١٢\u{A0}مايو\u{A0}٢٠٣١\nالفئة \u{2068}B\u{2069} · صالحة حتى ١٢\u{A0}مايو\u{A0}٢٠٣١",
        ticket: "بطاقة صعود الطائرة", gate: "البوابة", seat: "المقعد", payments: "العمليات",
        noPayments: "لا توجد عمليات حتى الآن.",
        showTicket: "بطاقة صعودك", agePurpose: "لبيعك الكحول", portraitPurpose: "لمقارنتها بوجهك", over18Value: "نعم",
        trip: "متى تسافر؟", departure: "تاريخ السفر (بالتقويم الميلادي)", returning: "تاريخ العودة (بالتقويم الميلادي)")
}
