import JourneyBase
import MobileDocument

enum HolderBengali {
    static func text(_ phrase: HolderPhrase) -> String {
        switch phrase {
        case .loading: "আপনার নথি খোলা হচ্ছে…"
        case .beforeYouPresent: "নথি দেখানোর আগে"
        case .readyToPresent: "আপনার কোড তৈরি করা হচ্ছে…"
        case .showCode: "এই কোডটি রিডারকে দেখান"
        case .showCodeHelp: "রিডার এটি স্ক্যান করে তথ্য চাইবে। আপনি অনুমতি না দিলে কিছুই শেয়ার করা হয় না।"
        case .codePicture: "রিডারের জন্য কিউআর কোড"
        case .connecting: "সংযোগ করা হচ্ছে…"
        case .generatingProof: "প্রমাণ তৈরি করা হচ্ছে…"
        case .sentSuccessfully: "সফলভাবে পাঠানো হয়েছে"
        case .notSent: "কিছুই শেয়ার করা হয়নি"
        case .stopped: "নথি দেখানো বন্ধ হয়েছে"
        case .yourDocuments: "আপনার নথি"
        case .whatToPresent: "আপনি কী দেখাতে চান?"
        case .present: "দেখান"
        case .noDocuments: "এই ডিভাইসে দেখানোর মতো কোনো নথি নেই।"
        case .documentsUnreadable: "এই মুহূর্তে আপনার নথি পড়া যাচ্ছে না।"
        case .notUsable(let title): "“\(title)” এখন দেখানো যাবে না: এর সব কপি ব্যবহার হয়ে গেছে, মেয়াদ শেষ, বা মেয়াদ এখনও শুরু হয়নি।"
        case .step(let number, let count): "\(Self.number(count))টি ধাপের মধ্যে \(Self.number(number)) নম্বর ধাপ"
        case .need(.bluetooth): "আপনার নথি ব্লুটুথের মাধ্যমে সরাসরি পাশের রিডারের কাছে পাঠানো হয়।"
        case .need(.location): "লোকেশনের অনুমতি দিলে তবেই এই ডিভাইস কাছের রিডার খুঁজে পায়।"
        case .lack(let permission, let lack): sentence(permission, lack)
        case .enable(.bluetooth): "ব্লুটুথের অনুমতি দিন"
        case .enable(.location): "লোকেশনের অনুমতি দিন"
        case .checkAgain: "আবার যাচাই করুন"
        case .openSettings: "সেটিংস খুলুন"
        case .asks(let reader): "\(reader) আপনার তথ্য চাইছে"
        case .readerAsks: "একটি রিডার আপনার তথ্য চাইছে"
        case .readerVerified(let reader): "অনুরোধটিতে \(reader)-এর স্বাক্ষর আছে, আর আমরা তা যাচাই করেছি।"
        case .readerUnsigned: "এই রিডার কার, তা আমাদের জানা নেই: অনুরোধটি স্বাক্ষরিত নয়।"
        case .readerUnproven: "রিডারের স্বাক্ষর যাচাই করা যায়নি। এটি যে পরিচয় দিচ্ছে, তা সত্য না-ও হতে পারে।"
        case .allow: "অনুমতি দিন"
        case .deny: "অনুমতি দেবেন না"
        case .requestedData: "যে তথ্য চাওয়া হয়েছে"
        case .answeredByAge(let years, let isReached):
            isReached
                ? "উত্তর: \(number(years)) বছর বা তার বেশি" : "উত্তর: \(number(years)) বছরের কম"
        case .unavailableItems(let count): "আরও \(number(count))টি তথ্য চাওয়া হয়েছে, যা এই নথিতে নেই।"
        case .unknownDocuments(let count): "আরও \(number(count))টি নথি চাওয়া হয়েছে, যা আপনি দেখাচ্ছেন না।"
        case .chooseOrDeny: "যা শেয়ার করতে চান না, তা বাদ দিন। অনুমতি না দিলে কিছুই শেয়ার করা হয় না।"
        case .statedPurpose(let text): "রিডারের দেওয়া উদ্দেশ্য: \(text)"
        case .purposeCode(let code, let definer): "রিডারের দেওয়া উদ্দেশ্য: \(definer) তালিকার \(Language.bengali.digits(code)) নম্বর"
        case .element(let identifier): element(identifier)
        case .nameSpace(let name): NameSpaceLabel.text(name, in: .bengali)
        case .provided: "দেওয়া হয়েছে"
        case .yes: "হ্যাঁ"
        case .no: "না"
        case .privilege(let category, nil, nil): category
        case .privilege(let category, let issued?, nil): "\(category) · ইস্যু হয়েছে \(issued)"
        case .privilege(let category, nil, let expires?): "\(category) · মেয়াদ \(expires) পর্যন্ত"
        case .privilege(let category, let issued?, let expires?): "\(category) · মেয়াদ \(issued) থেকে \(expires) পর্যন্ত"
        case .sent(let documents): "আপনার অনুমতি অনুযায়ী \(number(documents))টি নথি শেয়ার করা হয়েছে।"
        case .nothingToSend: "রিডার এমন কিছু চেয়েছে যা আপনি দেখাচ্ছেন না। রিডারকে আর কিছু পাঠানো হয়নি।"
        case .fewCopiesLeft(let title, let count):
            count == 0
                ? "“\(title)” আর দেখানো যাবে না। ইস্যুকারীর কাছে নতুন কপি চান।"
                : "“\(title)” আর \(number(count)) বার দেখানো যাবে। ইস্যুকারীর কাছে নতুন কপি চান।"
        case .cancelled(let reason): sentence(reason)
        case .failure(let reason): sentence(reason)
        }
    }

    private static func sentence(_ permission: Permission, _ lack: Permission.MissingReason) -> String {
        switch (permission, lack) {
        case (.bluetooth, .absent): "এই ডিভাইসে ব্লুটুথ নেই।"
        case (.bluetooth, .switchedOff): "ব্লুটুথ বন্ধ আছে। সেটিংসে গিয়ে চালু করুন।"
        case (.bluetooth, .notReady): "ব্লুটুথ চালু হচ্ছে। একটু অপেক্ষা করুন।"
        case (.bluetooth, .notAsked): "আপনার কাছে ব্লুটুথের অনুমতি চাওয়া হবে।"
        case (.bluetooth, .denied): "এই অ্যাপের ব্লুটুথ ব্যবহারের অনুমতি নেই। সেটিংসে গিয়ে অনুমতি দিন।"
        case (.location, .absent): "এই ডিভাইসে লোকেশন সেবা নেই।"
        case (.location, .switchedOff): "লোকেশন সেবা বন্ধ আছে। সেটিংসে গিয়ে চালু করুন।"
        case (.location, .notReady): "লোকেশন সেবা চালু হচ্ছে। একটু অপেক্ষা করুন।"
        case (.location, .notAsked): "আপনার কাছে লোকেশনের অনুমতি চাওয়া হবে।"
        case (.location, .denied): "এই অ্যাপের লোকেশন ব্যবহারের অনুমতি নেই। সেটিংসে গিয়ে অনুমতি দিন।"
        }
    }

    private static func sentence(_ reason: Cancellation) -> String {
        switch reason {
        case .person: "আপনি নথি দেখানো বন্ধ করেছেন।"
        case .denied: "আপনি কোনো কিছুর অনুমতি দেননি। কিছুই শেয়ার করা হয়নি।"
        case .readerLeft: "আপনার উত্তর পাওয়ার আগেই রিডার থেমে গেছে।"
        case .dropped: "সংযোগ বিচ্ছিন্ন হয়ে গেছে। আবার শুরু করতে নতুন কোড দেখান।"
        case .timedOut(.connect): "কোনো রিডার সংযুক্ত হয়নি। কাছে রিডার থাকলে নতুন কোড দেখান।"
        case .timedOut(.inactivity): "রিডার আর সাড়া দিচ্ছে না। নতুন কোড দেখান।"
        case .timedOut(.consent): "আপনি সময়মতো উত্তর দেননি। কিছুই শেয়ার করা হয়নি।"
        case .prerequisites(let missing):
            missing == [.location]
                ? "লোকেশন সেবা আর পাওয়া যাচ্ছে না। আর কিছু শেয়ার করা হয়নি।"
                : "ব্লুটুথ আর পাওয়া যাচ্ছে না। নতুন কোড দেখান।"
        }
    }

    private static func sentence(_ reason: SessionError.Reason) -> String {
        switch reason {
        case .busy: "আরেকটি নথি দেখানো চলছে। আগে সেটি শেষ করুন।"
        case .capabilityMissing: "এই ডিভাইস নথি দেখাতে পারে না: এতে ব্লুটুথ নেই।"
        case .noDocument: "বাছাই করা কোনো নথিই দেখানো যাচ্ছে না। হয়তো মেয়াদ শেষ, বা সব কপি ব্যবহার হয়ে গেছে।"
        case .engagement: "কোড তৈরি করা যায়নি। আবার চেষ্টা করুন।"
        case .readerKey: "রিডারের সংযোগ নিরাপদ নয়, তাই দেখানো বন্ধ করা হয়েছে। কিছুই শেয়ার করা হয়নি।"
        case .undecodable: "রিডার যা পাঠিয়েছে, তা পড়া যাচ্ছে না। নতুন কোড দেখান।"
        case .undecryptable: "রিডারের পাঠানো তথ্য আসার পথে বদলে গেছে, বা অন্য কারও জন্য ছিল। নতুন কোড দেখান।"
        case .outOfTurn: "রিডার অপ্রত্যাশিত বার্তা পাঠিয়েছে, তাই দেখানো বন্ধ করা হয়েছে। নতুন কোড দেখান।"
        case .secondEstablishment: "রিডার দ্বিতীয়বার সংযোগ করেছে, যা নিরাপদ নয়, তাই দেখানো বন্ধ করা হয়েছে। নতুন কোড দেখান।"
        case .invalidRequest: "রিডারের অনুরোধটি সঠিক নয়। কিছুই শেয়ার করা হয়নি।"
        case .refusedByReader: "রিডার যা পেয়েছে, তা পড়তে পারেনি। নতুন কোড দেখান।"
        case .proof: "প্রমাণ তৈরি করা যায়নি। কিছুই শেয়ার করা হয়নি।"
        case .illegalTransition, .outOfState, .sealed, .ended:
            "এই অ্যাপে কিছু ভুল হয়েছে, তাই নিরাপত্তার জন্য দেখানো বন্ধ করা হয়েছে।"
        }
    }

    private static func element(_ identifier: String) -> String {
        if let age = AgeElement(identifier) { return "আপনার বয়স \(number(age.years)) বছর বা তার বেশি কি না" }
        return ElementLabel.all[identifier]?.bengali ?? identifier
    }

    private static func number(_ value: Int) -> String { Language.bengali.number(value) }
}
