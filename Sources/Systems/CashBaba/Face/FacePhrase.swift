import JourneyBase

/// The texts of the face check. The compiler checks that every language has all of them.
enum FacePhrase: Hashable, CaseIterable {
    case title, tooLong
    case showFace, onlyYou, comeCloser, lookStraight, holdStill, smile, blink
    case noCamera, cameraDenied, cameraNotReady, openSettings

    init(_ advice: FaceGestureDetector.FaceInstruction) {
        self =
            switch advice {
            case .showFace: .showFace
            case .onlyYou: .onlyYou
            case .comeCloser: .comeCloser
            case .lookStraight: .lookStraight
            case .holdStill: .holdStill
            case .smile: .smile
            case .blink: .blink
            }
    }

    init(_ lack: CameraUnavailability) {
        self =
            switch lack {
            case .absent: .noCamera
            case .denied: .cameraDenied
            case .notReady: .cameraNotReady
            }
    }

    func callAsFunction(_ language: Language) -> String {
        switch language {
        case .english: english
        case .bengali: bengali
        case .arabic: arabic
        }
    }

    private var english: String {
        switch self {
        case .title: "Check your face"
        case .tooLong: "That took too long."
        case .showFace: "Show your whole face."
        case .onlyYou: "Make sure only your face is in the picture."
        case .comeCloser: "Come closer."
        case .lookStraight: "Look straight into the camera."
        case .holdStill: "Hold still for a moment, with your eyes open."
        case .smile: "Smile."
        case .blink: "Close both eyes, then open them."
        case .noCamera: "This device doesn't have a front camera."
        case .cameraDenied: "This app isn't allowed to use the camera. Allow it in Settings."
        case .cameraNotReady: "We can't use the camera right now."
        case .openSettings: "Open settings"
        }
    }

    private var bengali: String {
        switch self {
        case .title: "চেহারা যাচাই করুন"
        case .tooLong: "অনেক বেশি সময় লেগেছে।"
        case .showFace: "আপনার পুরো মুখ দেখান।"
        case .onlyYou: "ছবিতে শুধু আপনার মুখ থাকতে হবে।"
        case .comeCloser: "আরও কাছে আসুন।"
        case .lookStraight: "সোজা ক্যামেরার দিকে তাকান।"
        case .holdStill: "চোখ খোলা রেখে একটু স্থির থাকুন।"
        case .smile: "হাসুন।"
        case .blink: "দুই চোখ বন্ধ করে আবার খুলুন।"
        case .noCamera: "এই ডিভাইসে সামনের ক্যামেরা নেই।"
        case .cameraDenied: "ক্যামেরা ব্যবহারের অনুমতি নেই। সেটিংস থেকে অনুমতি দিন।"
        case .cameraNotReady: "এই মুহূর্তে ক্যামেরা ব্যবহার করা যাচ্ছে না।"
        case .openSettings: "সেটিংস খুলুন"
        }
    }

    private var arabic: String {
        switch self {
        case .title: "التحقق من الوجه"
        case .tooLong: "استغرق ذلك وقتًا أطول من اللازم."
        case .showFace: "أظهر وجهك كاملًا."
        case .onlyYou: "يجب ألّا يظهر في الصورة سوى وجهك."
        case .comeCloser: "اقترب أكثر."
        case .lookStraight: "انظر مباشرةً إلى الكاميرا."
        case .holdStill: "ابقَ ثابتًا لحظةً وعيناك مفتوحتان."
        case .smile: "ابتسم."
        case .blink: "أغمض عينيك ثم افتحهما."
        case .noCamera: "لا توجد في هذا الجهاز كاميرا أمامية."
        case .cameraDenied: "لا يُسمح لهذا التطبيق باستخدام الكاميرا. اسمح له بذلك من الإعدادات."
        case .cameraNotReady: "يتعذّر استخدام الكاميرا حاليًا."
        case .openSettings: "فتح الإعدادات"
        }
    }
}
