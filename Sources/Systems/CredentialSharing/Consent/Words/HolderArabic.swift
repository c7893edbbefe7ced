import JourneyBase
import MobileDocument

/// The Arabic texts, in formal Arabic. A reader is a device (جهاز القراءة); the party that requests data is جهة.
enum HolderArabic {
    static func text(_ phrase: HolderPhrase) -> String {
        switch phrase {
        case .loading: "يجري تحميل مستنداتك…"
        case .beforeYouPresent: "قبل تقديم المستند"
        case .readyToPresent: "يجري تحضير الرمز…"
        case .showCode: "أظهر هذا الرمز لجهاز القراءة"
        case .showCodeHelp: "يمسحه جهاز القراءة ضوئيًا ثم يطلب البيانات. لن تتم مشاركة أي شيء قبل أن تسمح بذلك."
        case .codePicture: "رمز الاستجابة السريعة لجهاز القراءة"
        case .connecting: "يجري الاتصال…"
        case .generatingProof: "يجري إنشاء الإثبات…"
        case .sentSuccessfully: "تم الإرسال بنجاح"
        case .notSent: "لم تتم مشاركة أي شيء"
        case .stopped: "انتهى التقديم"
        case .yourDocuments: "مستنداتك"
        case .whatToPresent: "ماذا تريد أن تقدّم؟"
        case .present: "تقديم"
        case .noDocuments: "لا يوجد على هذا الجهاز مستند يمكن تقديمه."
        case .documentsUnreadable: "تتعذّر قراءة مستنداتك حاليًا."
        case .notUsable(let title):
            "لا يمكن تقديم المستند «\(isolated(title))» الآن، فقد استُنفد أو انتهت صلاحيته أو لم تبدأ بعد."
        case .step(let number, let count): "الخطوة \(Self.number(number)) من \(Self.number(count))"
        case .need(.bluetooth): "يُرسَل مستندك عبر البلوتوث مباشرةً إلى جهاز القراءة القريب منك."
        case .need(.location): "لا يبحث هذا الجهاز عن أجهزة القراءة القريبة إلا إذا سُمح باستخدام الموقع."
        case .lack(let permission, let lack): sentence(permission, lack)
        case .enable(.bluetooth): "السماح باستخدام البلوتوث"
        case .enable(.location): "السماح باستخدام الموقع"
        case .checkAgain: "إعادة التحقق"
        case .openSettings: "فتح الإعدادات"
        case .asks(let reader): "طلب بيانات من \(isolated(reader))"
        case .readerAsks: "طلب بيانات من جهاز قراءة"
        case .readerVerified(let reader): "الطلب موقّع من \(isolated(reader))، وقد ثبتت صحة التوقيع."
        case .readerUnsigned: "لا نعرف صاحب جهاز القراءة هذا، لأن الطلب غير موقّع."
        case .readerUnproven:
            "تعذّر التحقق من توقيع جهاز القراءة. قد لا تكون الجهة التي تطلب بياناتك هي نفسها التي تدّعيها."
        case .allow: "السماح"
        case .deny: "رفض"
        case .requestedData: "البيانات المطلوبة"
        case .answeredByAge(let years, let isReached):
            isReached ? "الإجابة: العمر \(yearsOld(years)) أو أكثر" : "الإجابة: العمر أقل من \(age(years))"
        case .unavailableItems(let count): items(count)
        case .unknownDocuments(let count): documents(count)
        case .chooseOrDeny: "ألغِ تحديد ما لا تريد مشاركته. عند الرفض لن تتم مشاركة أي شيء."
        case .statedPurpose(let text): "الغرض بحسب جهاز القراءة: \(isolated(text))"
        case .purposeCode(let code, let definer):
            "الغرض بحسب جهاز القراءة: رقم \(Language.arabic.digits(code)) في قائمة \(isolated(definer))"
        case .element(let identifier): element(identifier)
        case .nameSpace(let name): NameSpaceLabel.text(name, in: .arabic)
        case .provided: "متوفر"
        case .yes: "نعم"
        case .no: "لا"
        // It begins with an Arabic word, so that the line runs from right to left.
        case .privilege(let category, nil, nil): "الفئة \(isolated(category))"
        case .privilege(let category, let issued?, nil): "الفئة \(isolated(category)) · صادرة في \(issued)"
        case .privilege(let category, nil, let expires?): "الفئة \(isolated(category)) · صالحة حتى \(expires)"
        case .privilege(let category, let issued?, let expires?):
            "الفئة \(isolated(category)) · صالحة من \(issued) حتى \(expires)"
        case .sent(let documents): sent(documents)
        case .nothingToSend: "طلب جهاز القراءة شيئًا لا تقدّمه. ولم يتلقَّ أي شيء آخر."
        case .fewCopiesLeft(let title, let count):
            count == 0
                ? "لا يمكن تقديم «\(isolated(title))» مرة أخرى. اطلب نسخًا جديدة من الجهة المُصدرة."
                : "يمكن تقديم «\(isolated(title))» \(times(count)). اطلب نسخًا جديدة من الجهة المُصدرة."
        case .cancelled(let reason): sentence(reason)
        case .failure(let reason): sentence(reason)
        }
    }

    private static func sentence(_ permission: Permission, _ lack: Permission.MissingReason) -> String {
        switch (permission, lack) {
        case (.bluetooth, .absent): "لا يتوفر في هذا الجهاز بلوتوث."
        case (.bluetooth, .switchedOff): "البلوتوث غير مفعّل. فعّله من الإعدادات."
        case (.bluetooth, .notReady): "يجري تشغيل البلوتوث. لحظة من فضلك."
        case (.bluetooth, .notAsked): "سيُطلب منك السماح باستخدام البلوتوث."
        case (.bluetooth, .denied): "لا يُسمح لهذا التطبيق باستخدام البلوتوث. اسمح له بذلك من الإعدادات."
        case (.location, .absent): "لا تتوفر في هذا الجهاز خدمة موقع."
        case (.location, .switchedOff): "خدمة الموقع غير مفعّلة. فعّلها من الإعدادات."
        case (.location, .notReady): "يجري تشغيل خدمة الموقع. لحظة من فضلك."
        case (.location, .notAsked): "سيُطلب منك السماح باستخدام الموقع."
        case (.location, .denied): "لا يُسمح لهذا التطبيق باستخدام الموقع. اسمح له بذلك من الإعدادات."
        }
    }

    private static func sentence(_ reason: Cancellation) -> String {
        switch reason {
        case .person: "لقد أنهيت التقديم."
        case .denied: "لم تسمح بأي شيء. لم تتم مشاركة أي شيء."
        case .readerLeft: "توقف جهاز القراءة قبل أن تصله إجابتك."
        case .dropped: "انقطع الاتصال. أظهر رمزًا جديدًا للبدء من جديد."
        case .timedOut(.connect): "لم يتصل أي جهاز قراءة. أظهر رمزًا جديدًا عند وجود جهاز قريب."
        case .timedOut(.inactivity): "توقف جهاز القراءة عن الاستجابة. أظهر رمزًا جديدًا."
        case .timedOut(.consent): "لم تُجب في الوقت المحدد. لم تتم مشاركة أي شيء."
        case .prerequisites(let missing):
            missing == [.location]
                ? "لم يعد استخدام الموقع متاحًا. لم تتم مشاركة أي شيء آخر."
                : "لم يعد استخدام البلوتوث متاحًا. أظهر رمزًا جديدًا."
        }
    }

    private static func sentence(_ reason: SessionError.Reason) -> String {
        switch reason {
        case .busy: "هناك عملية تقديم أخرى جارية. أنهِها أولًا."
        case .capabilityMissing: "لا يمكن لهذا الجهاز تقديم المستندات، لأنه لا يتوفر فيه بلوتوث."
        case .noDocument: "لا يمكن تقديم أي من المستندات المختارة. ربما انتهت صلاحيتها أو استُنفدت."
        case .engagement: "تعذّر إنشاء رمز. أعد المحاولة."
        case .readerKey: "اتصال جهاز القراءة غير آمن، فأُنهي التقديم. لم تتم مشاركة أي شيء."
        case .undecodable: "أرسل جهاز القراءة ما تتعذّر قراءته. أظهر رمزًا جديدًا."
        case .undecryptable: "ما أرسله جهاز القراءة تغيّر في الطريق، أو كان موجّهًا إلى غيرك. أظهر رمزًا جديدًا."
        case .outOfTurn: "أرسل جهاز القراءة رسالة غير متوقعة، فأُنهي التقديم. أظهر رمزًا جديدًا."
        case .secondEstablishment: "اتصل جهاز القراءة مرة ثانية، وهذا غير آمن، فأُنهي التقديم. أظهر رمزًا جديدًا."
        case .invalidRequest: "أرسل جهاز القراءة طلبًا غير صالح. لم تتم مشاركة أي شيء."
        case .refusedByReader: "لم يتمكن جهاز القراءة من قراءة ما وصله. أظهر رمزًا جديدًا."
        case .proof: "تعذّر إنشاء الإثبات. لم تتم مشاركة أي شيء."
        case .illegalTransition, .outOfState, .sealed, .ended:
            "حدث خطأ في هذا التطبيق، فأُنهي التقديم حفاظًا على الأمان."
        }
    }

    private static func element(_ identifier: String) -> String {
        if let age = AgeElement(identifier) { return "بلوغ سن \(Self.age(age.years))" }
        return ElementLabel.all[identifier]?.arabic ?? Language.arabic.isolatedAtStart(identifier)
    }

    private static func number(_ value: Int) -> String { Language.arabic.number(value) }

    private static func isolated(_ text: String) -> String { Language.arabic.isolated(text) }

    // Counted nouns, in the six plural forms of Arabic.
    /// Years in a statement: `العمر ٢١ عامًا` (nominative).
    static let yearsOld = ArabicCount(
        zero: "# عام", one: "عام واحد", two: "عامان", few: "# أعوام", many: "# عامًا", other: "# عام")
    /// Years after a noun or a preposition: `سن ٢١ عامًا` (genitive).
    static let age = ArabicCount(
        zero: "# عام", one: "عام واحد", two: "عامين", few: "# أعوام", many: "# عامًا", other: "# عام")

    static let items = ArabicCount(
        zero: "لم يُطلب أي عنصر آخر لا يتضمنه هذا المستند.", one: "طُلب عنصر آخر لا يتضمنه هذا المستند.",
        two: "طُلب عنصران آخران لا يتضمنهما هذا المستند.", few: "طُلبت # عناصر أخرى لا يتضمنها هذا المستند.",
        many: "طُلب # عنصرًا آخر لا يتضمنها هذا المستند.", other: "طُلب # عنصر آخر لا يتضمنها هذا المستند.")
    static let documents = ArabicCount(
        zero: "لم يُطلب أي مستند آخر لا تقدّمه.", one: "طُلب مستند آخر لا تقدّمه.",
        two: "طُلب مستندان آخران لا تقدّمهما.", few: "طُلبت # مستندات أخرى لا تقدّمها.",
        many: "طُلب # مستندًا آخر لا تقدّمها.", other: "طُلب # مستند آخر لا تقدّمها.")
    static let sent = ArabicCount(
        zero: "لم تتم مشاركة أي مستند.", one: "تمت مشاركة مستند واحد، كما سمحت.", two: "تمت مشاركة مستندين، كما سمحت.",
        few: "تمت مشاركة # مستندات، كما سمحت.", many: "تمت مشاركة # مستندًا، كما سمحت.",
        other: "تمت مشاركة # مستند، كما سمحت.")
    static let times = ArabicCount(
        zero: "صفر مرات أخرى", one: "مرة واحدة أخرى", two: "مرتين أخريين", few: "# مرات أخرى", many: "# مرة أخرى",
        other: "# مرة أخرى")
}
