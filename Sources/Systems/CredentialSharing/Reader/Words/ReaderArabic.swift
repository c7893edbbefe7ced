import JourneyBase

enum ReaderArabic {
    static func text(_ phrase: ReaderPhrase) -> String {
        switch phrase {
        case .whatToRead: "ماذا تريد أن تقرأ؟"
        case .noCamera(.absent): "لا توجد في هذا الجهاز كاميرا. الصق الرمز بدلًا من ذلك."
        case .noCamera(.denied): "لا يُسمح لهذا التطبيق باستخدام الكاميرا. اسمح له بذلك من الإعدادات، أو الصق الرمز."
        case .noCamera: "يتعذّر استخدام الكاميرا حاليًا. الصق الرمز بدلًا من ذلك."
        case .starting: "لحظة من فضلك…"
        case .beforeYouRead: "قبل القراءة"
        case .readyToScan: "يجري التحضير للمسح الضوئي…"
        case .scanCode: "امسح رمز المستند ضوئيًا أو الصقه"
        case .pasteCode: "رمز الجهاز الآخر"
        case .read: "قراءة"
        case .seeking: "يجري الاتصال…"
        case .requesting: "يجري إرسال الطلب…"
        case .waiting: "في انتظار موافقة صاحب المستند…"
        case .verifying: "يجري التحقق من المستند…"
        case .ended: "انتهت القراءة"
        case .notRead: "لم يُقرأ أي شيء"
        case .why(.bluetooth): "يصل المستند عبر البلوتوث مباشرةً من الجهاز القريب منك."
        case .why(.location): "لا يبحث هذا الجهاز عن الأجهزة القريبة إلا إذا سُمح باستخدام الموقع."
        case .asked(let title): "أنت تطلب: \(isolated(title))"
        case .licence: "رخصة قيادة"
        case .identity: "الهوية"
        case .over(let years): "العمر \(HolderArabic.yearsOld(years)) أو أكثر"
        case .notOver(let years): "العمر أقل من \(HolderArabic.age(years))"
        case .verified: "تم التحقق: أصدرته جهة تثق بها، وعرضه جهاز صاحبه."
        case .incomplete: "تم التحقق، لكن لم تتم مشاركة كل ما طلبته."
        case .notVerified: "تعذّر التحقق من هذا المستند، ولذلك لا يُعرض منه أي شيء."
        case .doNotTrust: "لم يتم التحقق"
        case .saidByDevice: "هذه المعلومات من جهاز صاحب المستند، ولم تؤكدها الجهة المُصدرة."
        case .didNotCome(let names): "لم تتم مشاركة: \(names)"
        case .left(.here): "لقد أنهيت القراءة."
        case .left(.declined): "لم يشارك صاحب المستند أي شيء."
        case .left(.dropped): "انقطع الاتصال. امسح رمزًا جديدًا ضوئيًا للبدء من جديد."
        case .fault(let reason): sentence(reason)
        case .goesTo(let origin): "ستُرسَل إجابتك إلى \(isolated(origin))."
        }
    }

    private static func sentence(_ reason: ReaderError.Reason) -> String {
        switch reason {
        case .busy: "تجري قراءة أخرى الآن. أنهِها أولًا."
        case .capabilityMissing: "لا يمكن لهذا الجهاز قراءة المستندات، لأنه لا يتوفر فيه بلوتوث."
        case .invalidCode: "هذا ليس رمز مستند. امسح ضوئيًا الرمز الذي يعرضه صاحب المستند."
        case .noMethod: "لا يتيح الرمز أي طريقة اتصال متوفرة في هذا الجهاز."
        case .notFound: "لم يُعثر على جهاز صاحب المستند. ابقَ قريبًا، وامسح رمزًا جديدًا ضوئيًا."
        case .noAnswer: "لم يستجب جهاز صاحب المستند. امسح رمزًا جديدًا ضوئيًا."
        case .peer: "الجهاز المتصل ليس صاحب الرمز، أو لا يعمل كما ينبغي. امسح رمزًا جديدًا ضوئيًا."
        case .tooLarge: "أرسل جهاز صاحب المستند أكثر مما يمكن أن يتضمنه مستند، فأُنهيت القراءة."
        case .request: "لا يمكن استخدام الرمز. امسح رمزًا جديدًا ضوئيًا."
        case .undecodable: "أرسل جهاز صاحب المستند ما تتعذّر قراءته. امسح رمزًا جديدًا ضوئيًا."
        case .undecryptable: "ما أُرسل تغيّر في الطريق، أو كان موجّهًا إلى غيرك. امسح رمزًا جديدًا ضوئيًا."
        case .refusedByHolder: "لم يتمكن جهاز صاحب المستند من قراءة الطلب. امسح رمزًا جديدًا ضوئيًا."
        case .invalidResponse: "أرسل جهاز صاحب المستند إجابة غير صالحة. لا يُعرض منها أي شيء."
        case .illegalTransition, .outOfState, .sealed, .ended:
            "حدث خطأ في هذا التطبيق، فأُنهيت القراءة حفاظًا على الأمان."
        }
    }

    private static func isolated(_ text: String) -> String { Language.arabic.isolated(text) }
}
