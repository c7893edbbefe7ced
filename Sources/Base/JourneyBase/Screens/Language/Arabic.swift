/// The texts in Arabic, which has six plural categories with different noun forms. Inserted texts are isolated, so that their
/// direction can't reorder the sentence (Unicode Standard Annex 9, section 2.4).
enum Arabic {
    static func text(_ phrase: Phrase) -> String {
        switch phrase {
        case .back: "رجوع"
        case .cancel: "إلغاء"
        case .close: "إغلاق"
        case .confirm: "تأكيد"
        case .goOn: "متابعة"
        case .tryAgain: "إعادة المحاولة"
        case .approve: "موافقة"
        case .notAvailable: "لا يمكنني التأكيد"
        case .share: "مشاركة"
        case .decline: "رفض"
        case .sendAgain: "إعادة إرسال الرمز"
        case .delete: "حذف"
        case .clear: "مسح الكل"
        case .sendAgainIn(let seconds): "إعادة إرسال الرمز بعد \(secondAfter(seconds))"
        case .enterCode: "أدخل الرمز"
        case .code: "الرمز"
        case .codeRunsOut: "الرمز صالح لمدة"
        case .codeSentTo(let destination): "أرسلنا رمزًا إلى \(isolated(destination))."
        case .enterPIN: "أدخل رقمك السري"
        case .choosePIN: "اختر رقمًا سريًا جديدًا"
        case .repeatPIN: "أعد إدخال الرقم السري"
        case .pin: "الرقم السري"
        case .pinsDiffer: "الرقمان السريان غير متطابقين. اختر من جديد."
        case .digitsHint(let digits): digitsAlone(digits)
        case .digitsEntered(let entered, let digits): "الأرقام المُدخلة: \(number(entered)) من \(number(digits))"
        case .notShown: "لا يظهر"
        case .showDocument: "مستندك"
        case .passport: "جواز سفر"
        case .drivingLicence: "رخصة قيادة"
        case .pictureFile: "ملف الصورة"
        case .useThisPicture: "استخدام هذه الصورة"
        case .pictureUnreadable: "هذا الملف ليس صورة يمكن استخدامها أو أنه كبير جدًا. اختر ملفًا آخر."
        case .day: "اليوم"
        case .month: "الشهر"
        case .year: "السنة"
        // With the month's name: bidirectional layout shows a date of Arabic digits and hyphens day first.
        case .dateHint: "مثل \(CalendarDay.example.spelled(in: .arabic))"
        case .dateNeeded: "أدخل تاريخًا بالتقويم الميلادي، مثل \(CalendarDay.example.spelled(in: .arabic))."
        case .confirmThatItIsYou: "أكّد هويتك"
        case .asksForData(let requester): "طلب بيانات من \(isolated(requester))"
        case .whatIsShared: "البيانات التي ستشاركها"
        case .required: "مطلوب"
        case .willBeKept: "مع حفظ نسخة"
        case .optional: "اختياري"
        case .chosen: "محدد"
        case .notChosen: "غير محدد"
        case .pleaseWait: "يُرجى الانتظار"
        case .timeIsUp: "انتهى الوقت"
        case .percentDone(let percent): "اكتمل \(number(percent))٪"
        case .percent(let percent): "\(number(percent))٪"
        case .timeLeft(let seconds): timeLeft(seconds)
        case .information: "ملاحظة"
        case .success: "تم"
        case .warning: "تحذير"
        case .error: "خطأ"
        case .pending: "قيد المعالجة"
        case .refused: "مرفوض"
        case .nothingSent: "لم يتم الإرسال"
        case .ended: "انتهى"
        case .supportCode: "رمز الخطأ"
        case .amount: "المبلغ"
        case .reference: "الرقم المرجعي"
        case .brightness: "إذا تعذّر المسح فزِد سطوع الشاشة."
        case .portraitMissing: "الصورة الشخصية، يتعذّر عرضها"
        case .showValue: "إظهار"
        case .cardEnding(let digits): "بطاقة تنتهي بالأرقام \(isolated(digits))"
        case .cardHolder: "صاحب البطاقة"
        case .cardExpiry: "صالحة حتى"
        case .cardFrozen: "موقوفة"
        case .picture(let alternative): "صورة: \(isolated(alternative))"
        case .needsColumns(let columns): "يحتاج إلى نافذة بعرض \(column(columns))"
        case .covered: "محجوب حفاظًا على خصوصيتك"
        case .fillIn(let label): "املأ حقل «\(isolated(label))»."
        case .digitsNeeded(let digits):
            digits == 1 ? "أدخل \(digit(1))." : "أدخل الأرقام كاملة: \(digitsAlone(digits))."
        case .tooLong(let limit): "الحد الأقصى \(character(limit))."
        case .chooseAtLeast(let least): "اختر \(option(least)) على الأقل."
        case .chooseAtMost(let most): "اختر \(option(most)) على الأكثر."
        case .neededToGoOn(let label): "يلزم «\(isolated(label))» للمتابعة."
        case .waitSeconds(let seconds): "انتظر \(anotherSecond(seconds))."
        case .keyNext: "Tab التالي"
        case .keyChoose: "Enter اختيار"
        case .keyBack: "Esc رجوع"
        case .keyLeave: "Ctrl-C خروج"
        case .keyMore: "Page Up وPage Down للمزيد"
        case .typeNumber: "اكتب رقمًا."
        case .typeNumbers: "اكتب الأرقام وبينها مسافات، أو لا تكتب شيئًا لإبقائها كما هي."
        case .typeNumberOrBack: "اكتب رقم الإجراء، أو b للرجوع."
        }
    }

    private static func timeLeft(_ seconds: Int) -> String {
        if seconds < 60 { return remaining(seconds, second) }
        if seconds < 3_600 { return remaining((seconds + 59) / 60, minute) }
        return remaining((seconds + 3_599) / 3_600, hour)
    }

    private static func remaining(_ value: Int, _ unit: ArabicCount) -> String {
        value == 0 ? "لم يتبقَّ وقت" : "بقيت \(unit(value))"
    }

    // Nouns in the nominative, for remaining amounts.
    private static let second = ArabicCount(
        zero: "أي ثانية", one: "ثانية واحدة", two: "ثانيتان", few: "# ثوانٍ", many: "# ثانية", other: "# ثانية")
    private static let minute = ArabicCount(
        zero: "أي دقيقة", one: "دقيقة واحدة", two: "دقيقتان", few: "# دقائق", many: "# دقيقة", other: "# دقيقة")
    private static let hour = ArabicCount(
        zero: "أي ساعة", one: "ساعة واحدة", two: "ساعتان", few: "# ساعات", many: "# ساعة", other: "# ساعة")
    private static let character = ArabicCount(
        zero: "لا شيء", one: "حرف واحد", two: "حرفان", few: "# أحرف", many: "# حرفًا", other: "# حرف")
    private static let digitsAlone = ArabicCount(
        zero: "لا شيء", one: "رقم واحد", two: "رقمان", few: "# أرقام", many: "# رقمًا", other: "# رقم")
    // Nouns in the accusative and genitive, for amounts to wait for, enter or choose.
    private static let secondAfter = ArabicCount(
        zero: "أقل من ثانية", one: "ثانية واحدة", two: "ثانيتين", few: "# ثوانٍ", many: "# ثانية", other: "# ثانية")
    private static let anotherSecond = ArabicCount(
        zero: "أقل من ثانية", one: "ثانية أخرى", two: "ثانيتين أخريين", few: "# ثوانٍ أخرى", many: "# ثانية أخرى",
        other: "# ثانية أخرى")
    private static let digit = ArabicCount(
        zero: "لا شيء", one: "رقمًا واحدًا", two: "رقمين", few: "# أرقام", many: "# رقمًا", other: "# رقم")
    private static let column = ArabicCount(
        zero: "# عمود", one: "عمود واحد", two: "عمودين", few: "# أعمدة", many: "# عمودًا", other: "# عمود")
    private static let option = ArabicCount(
        zero: "لا شيء", one: "خيارًا واحدًا", two: "خيارين", few: "# خيارات", many: "# خيارًا", other: "# خيار")

    private static func number(_ value: Int) -> String { Language.arabic.number(value) }

    private static func isolated(_ text: String) -> String { Language.arabic.isolated(text) }
}
