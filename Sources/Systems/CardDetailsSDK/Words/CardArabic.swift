internal import JourneyBase

/// Formal Arabic, as banks write it: a card is suspended temporarily (موقوفة مؤقتًا) and reactivated, not frozen.
enum CardArabic {
    static func text(_ phrase: CardPhrase) -> String {
        switch phrase {
        case .loadingCard: "يجري البحث عن بطاقتك…"
        case .askingForCode: "يجري طلب الرمز…"
        case .checkingCode: "يجري التحقق من الرمز…"
        case .openingCard: "يجري فتح بطاقتك…"
        case .loadingPayments: "يجري تحميل العمليات…"
        case .freezing: "يجري إيقاف البطاقة مؤقتًا…"
        case .thawing: "تجري إعادة تفعيل البطاقة…"
        case .closingCard: "يجري إخفاء بطاقتك…"
        case .chooseChannel: "أكّد هويتك"
        case .whyCode: "أولًا، ترسل إليك الجهة المُصدرة لبطاقتك رمزًا."
        case .sendCodeBy: "طريقة إرسال الرمز"
        case .sendCode: "إرسال الرمز"
        case .channel(.sms): "برسالة نصية"
        case .channel(.email): "بالبريد الإلكتروني"
        case .channel(.both): "برسالة نصية وبالبريد الإلكتروني"
        case .codeSent(.sms): "أرسلنا رمزًا إلى هاتفك."
        case .codeSent(.email): "أرسلنا رمزًا إلى بريدك الإلكتروني."
        case .codeSent(.both): "أرسلنا رمزًا إلى هاتفك وإلى بريدك الإلكتروني."
        case .codeRenewed: "انتهت صلاحية الرمز الأول. أرسلنا إليك رمزًا جديدًا."
        case .codeSentAgain: "أعدنا إرسال الرمز إليك."
        case .tryCodeAgain: "تعذّر التحقق من الرمز. تحقق من اتصالك ثم أكّد مجددًا."
        case .noMoreCodes: "لا يمكن إرسال رموز أخرى حاليًا."
        case .notSentAgain: "تعذّرت إعادة إرسال الرمز. أعد المحاولة بعد قليل."
        case .codeWrong(let left): "الرمز غير صحيح. \(tries(left))"
        case .presenceReason: "عرض رقم بطاقتك"
        case .presenceReasonToThaw: "إعادة تفعيل بطاقتك"
        case .card: "البطاقة"
        case .yourCard: "بطاقتك"
        case .showCard: "عرض"
        case .shownFor: "تختفي بعد"
        case .hideNow: "إخفاء"
        case .issuerDraws: "الجهة المُصدرة للبطاقة هي التي تعرض الرقم ورمز الأمان، ولا يطّلع عليهما هذا التطبيق."
        case .number: "رقم البطاقة"
        case .securityCode: "رمز الأمان"
        case .cardPIN: "الرقم السري"
        case .drawing: "يجري تحميل بطاقتك من الجهة المُصدرة."
        case .lastPayments: "آخر العمليات"
        case .allPayments: "جميع العمليات"
        case .payments: "العمليات"
        case .noPayments: "لا توجد عمليات حتى الآن."
        case .details: "التفاصيل"
        case .olderPayments: "العمليات الأقدم"
        case .newerPayments: "العمليات الأحدث"
        case .refresh: "تحديث"
        case .page(let page): "الصفحة \(Language.arabic.number(page))"
        case .paymentDate: "التاريخ"
        case .paymentStatus(.pending): "قيد المعالجة"
        case .paymentStatus(.completed): "مكتملة"
        case .paymentStatus(.declined): "مرفوضة"
        case .paymentStatus(let other): "الحالة: \(isolated(other.rawValue))"
        case .paymentReference: "الرقم المرجعي"
        case .freezeCard: "إيقاف البطاقة مؤقتًا"
        case .thawCard: "إعادة تفعيل البطاقة"
        case .whatFreezingDoes: "ستُرفض عمليات الدفع إلى أن تعيد تفعيل بطاقتك."
        case .whatThawingDoes: "يمكنك الدفع ببطاقتك من جديد."
        case .thawToShow: "أعد تفعيل بطاقتك لعرضها. ويمكنك عندئذٍ الدفع بها من جديد."
        case .cardIsFrozen: "بطاقتك موقوفة مؤقتًا"
        case .cardIsThawed: "لم تعد بطاقتك موقوفة"
        case .tryAgainSoon: "تعذّر إتمام العملية. تحقق من اتصالك ثم أعد المحاولة."
        case .notShown: "يتعذّر عرض بطاقتك"
        case .notFrozen: "يتعذّر إيقاف بطاقتك مؤقتًا"
        case .notThawed: "تتعذّر إعادة تفعيل بطاقتك"
        case .paymentsNotShown: "يتعذّر عرض العمليات"
        case .issue(let issue): text(issue)
        }
    }

    private static func text(_ issue: CardIssue) -> String {
        switch issue {
        case .factors: "التحقق بخطوتين غير مفعّل. أكّد بريدك الإلكتروني ورقم هاتفك، ثم أعد المحاولة."
        case .blocked: "هذه البطاقة محظورة. تواصل مع الدعم إن لم تكن تتوقع ذلك."
        case .inactive: "هذه البطاقة غير نشطة."
        case .missing: "تعذّر العثور على هذه البطاقة."
        case .offline: "أنت غير متصل بالإنترنت. تحقق من اتصالك ثم أعد المحاولة."
        case .busy: "الجهة المُصدرة للبطاقة لا تستجيب حاليًا. أعد المحاولة بعد قليل."
        case .attempts: "أُدخل رمز خاطئ مرات كثيرة. أعد المحاولة لاحقًا."
        case .codeUsed: "لم يعد استخدام هذا الرمز ممكنًا. يلزم رمز جديد."
        case .expired: "انتهت صلاحية الرمز. يلزم رمز جديد."
        case .consent: "تعذّر على الجهة المُصدرة إرسال الرمز."
        case .script: "تعذّر تحميل ما يلزم لعرض البطاقة."
        case .token: "انتهت صلاحية الإذن بعرض البطاقة. يلزم رمز جديد."
        case .drawing: "تعذّر عرض بطاقتك."
        case .presence:
            "يتطلب ذلك بصمة إصبعك أو وجهك. لم نتعرّف عليك، أو لم تُفعَّل أيٌّ منهما على هذا الجهاز."
        case .person: "تم تسجيل خروجك. سجّل الدخول إلى التطبيق من جديد."
        case .captured: "يجري تسجيل الشاشة أو عرضها على شاشة أخرى. أوقف ذلك ثم أعد المحاولة."
        case .suspended: "بطاقاتك معلّقة. تواصل مع الدعم."
        case .unknown: "حدث خطأ ما."
        }
    }

    private static let tries = ArabicCount(
        zero: "لم تتبقَّ أي محاولة.", one: "تبقّت محاولة واحدة.", two: "تبقّت محاولتان.", few: "تبقّت # محاولات.",
        many: "تبقّت # محاولة.", other: "تبقّت # محاولة.")

    private static func isolated(_ text: String) -> String { Language.arabic.isolated(text) }
}
