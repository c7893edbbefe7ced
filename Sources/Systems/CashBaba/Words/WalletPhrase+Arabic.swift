import JourneyBase

/// Formal Arabic, as banks write it. The brand keeps its Latin letters, isolated.
extension WalletPhrase {
    var arabic: String {
        switch self {
        case .noConnection: "أنت غير متصل بالإنترنت. تحقق من اتصالك ثم أعد المحاولة."
        case .timedOut: "لم تستجب الخدمة في الوقت المحدد. أعد المحاولة."
        case .badAnswer: "تعذّرت قراءة رد الخدمة. أعد المحاولة لاحقًا."
        case .sessionExpired: "انتهت صلاحية الجلسة"
        case .serviceFailed: "يتعذّر على الخدمة تنفيذ هذا الطلب حاليًا."
        case .cannotGoOn: "لا يمكن إتمام ذلك بالبيانات التي قدّمها التطبيق."
        case .notSent: "لم يُرسل شيء."
        case .outcomeUnknown: "لا يُعرف ما إذا كانت العملية قد نُفّذت. تحقق من رصيدك قبل إعادة المحاولة."
        case .faceCheckFailed: "تعذّر التقاط صور التحقق من الوجه."

        case .brand: Language.arabic.isolatedAtStart("CashBaba")
        case .welcomeTitle: "مرحبًا بك في \(Language.arabic.isolated("CashBaba"))"
        case .welcomeText: "لاستخدام محفظتك، عيّن رقمًا سريًا. سنرسل أولًا رمزًا إلى هاتفك."
        case .terms: "بالمتابعة، فإنك توافق على ما يلي:"
        case .termsPin: "رقمك السري خاص بك وحدك. لا تُفصح عنه لأحد، ولا حتى لنا."
        case .termsCode: "أي رمز يُرسل إلى هاتفك خاص بك وحدك كذلك."
        case .termsUse: "كل ما يُدفع باستخدام رقمك السري يُعدّ مدفوعًا منك."
        case .agree: "موافقة ومتابعة"

        case .setPinTitle: "تعيين الرقم السري"
        case .changePinTitle: "تغيير الرقم السري"
        case .resetPinTitle: "تعيين رقم سري جديد"
        case .currentPin: "الرقم السري الحالي"
        case .newPin: "الرقم السري الجديد"
        case .repeatPin: "إعادة إدخال الرقم السري الجديد"
        case .savePin: "حفظ الرقم السري"
        case .rules: "شروط الرقم السري:"
        case .pinLength(let digits): "يتكوّن الرقم السري من \(WalletPhrase.digitsOf(digits))."
        case .pinInSequence: "لا يجوز أن تكون أرقامه متتالية، تصاعديًا أو تنازليًا."
        case .pinRepeats: "لا يجوز أن تكون جميع أرقامه متطابقة."
        case .pinsDiffer: "الرقمان السريان الجديدان غير متطابقين."
        case .identityTitle: "إعادة تعيين الرقم السري"
        case .identityText: "أكّد هويتك لتعيين رقم سري جديد."
        case .lastDigits(let count): "\(WalletPhrase.lastDigitsOf(count)) من رقم هويتك الوطنية"
        case .lastDigitsNeeded(let count): "أدخل \(WalletPhrase.lastDigitsOf(count)) من رقم هويتك الوطنية."
        case .birthDate: "تاريخ الميلاد (بالتقويم الميلادي)"
        case .birthDateNeeded:
            "أدخل تاريخ ميلادك بالتقويم الميلادي، مثل \(CalendarDay.example.spelled(in: .arabic))."

        case .codeTitle: "أدخل الرمز"
        case .code: "الرمز"
        case .codeSent(let digits): "أرسلنا إلى هاتفك رمزًا مكوّنًا من \(WalletPhrase.digitsOf(digits))."
        case .codeExpired: "انتهت صلاحية الرمز. اطلب رمزًا جديدًا."

        case .confirmTitle: "التأكيد بالرقم السري"
        case .pin: "الرقم السري"
        case .payText: "ستدفع الفاتورة."
        case .distributorText: "ستدفع فاتورة الموزّع."
        case .transferText: "ستحوّل هذا المبلغ إلى حسابك البنكي."
        case .amount: "المبلغ"
        case .payee: "إلى"
        case .purpose: "الغرض"
        case .cardText: "ستطلب البطاقة المسبقة الدفع."
        case .payBill: "دفع الفاتورة"
        case .pay(let amount): "دفع \(amount)"
        case .send(let amount): "تحويل \(amount)"
        case .orderCard: "طلب البطاقة"

        case .settingPin: "يجري تعيين الرقم السري…"
        case .changingPin: "يجري تغيير الرقم السري…"
        case .resettingPin: "يجري تعيين رقم سري جديد…"
        case .paying: "يجري الدفع…"
        case .sending: "يجري التحويل…"
        case .orderingCard: "يجري طلب البطاقة…"
        }
    }

    private static let digitsOf = ArabicCount(
        zero: "صفر من الأرقام", one: "رقم واحد", two: "رقمين", few: "# أرقام", many: "# رقمًا", other: "# رقم")
    private static let lastDigitsOf = ArabicCount(
        zero: "صفرًا", one: "آخر رقم", two: "آخر رقمين", few: "آخر # أرقام", many: "آخر # رقمًا", other: "آخر # رقم")
}
