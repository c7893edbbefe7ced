import JourneyBase

enum ReaderBengali {
    static func text(_ phrase: ReaderPhrase) -> String {
        switch phrase {
        case .whatToRead: "আপনি কোন তথ্য চান?"
        case .noCamera(.absent): "এই ডিভাইসে ক্যামেরা নেই। তার বদলে কোডটি পেস্ট করুন।"
        case .noCamera(.denied): "ক্যামেরার অনুমতি নেই। সেটিংসে গিয়ে অনুমতি দিন, বা কোডটি পেস্ট করুন।"
        case .noCamera: "এই মুহূর্তে ক্যামেরা ব্যবহার করা যাচ্ছে না। তার বদলে কোডটি পেস্ট করুন।"
        case .starting: "একটু অপেক্ষা করুন…"
        case .beforeYouRead: "নথি দেখার আগে"
        case .readyToScan: "স্ক্যানের প্রস্তুতি চলছে…"
        case .scanCode: "নথির কোড স্ক্যান বা পেস্ট করুন"
        case .pasteCode: "অন্য ডিভাইসের কোড"
        case .read: "তথ্য নিন"
        case .seeking: "সংযোগ করা হচ্ছে…"
        case .requesting: "তথ্য চাওয়া হচ্ছে…"
        case .waiting: "নথির মালিকের অনুমতির অপেক্ষায়…"
        case .verifying: "নথি যাচাই করা হচ্ছে…"
        case .ended: "নথি দেখা বন্ধ হয়েছে"
        case .notRead: "কোনো তথ্য পাওয়া যায়নি"
        case .why(.bluetooth): "নথি আপনার পাশের ডিভাইস থেকে সরাসরি ব্লুটুথে আসে।"
        case .why(.location): "লোকেশনের অনুমতি দিলে তবেই এই ডিভাইস কাছের অন্য ডিভাইস খুঁজে পায়।"
        case .asked(let title): "আপনি চাইছেন: \(title)"
        case .licence: "ড্রাইভিং লাইসেন্স"
        case .identity: "পরিচয়পত্র"
        case .over(let years): "বয়স \(number(years)) বছর বা তার বেশি"
        case .notOver(let years): "বয়স \(number(years)) বছরের কম"
        case .verified: "যাচাই হয়েছে: আপনার আস্থাভাজন কর্তৃপক্ষ এটি দিয়েছে, আর মালিকের ডিভাইস থেকেই এটি দেখানো হয়েছে।"
        case .incomplete: "যাচাই হয়েছে, তবে আপনি যা চেয়েছেন তার সব শেয়ার করা হয়নি।"
        case .notVerified: "এই নথি যাচাই করা যায়নি, তাই এর কিছুই দেখানো হচ্ছে না।"
        case .doNotTrust: "যাচাই হয়নি"
        case .saidByDevice: "এই তথ্য নথির মালিকের ডিভাইস থেকে এসেছে। ইস্যুকারী এটি নিশ্চিত করেনি।"
        case .didNotCome(let names): "শেয়ার করা হয়নি: \(names)"
        case .left(.here): "আপনি নথি দেখা বন্ধ করেছেন।"
        case .left(.declined): "নথির মালিক কিছুই শেয়ার করেননি।"
        case .left(.dropped): "সংযোগ বিচ্ছিন্ন হয়ে গেছে। আবার শুরু করতে নতুন কোড স্ক্যান করুন।"
        case .fault(let reason): sentence(reason)
        case .goesTo(let origin): "আপনার উত্তর \(origin)-এ পাঠানো হবে।"
        }
    }

    private static func number(_ value: Int) -> String { Language.bengali.number(value) }

    private static func sentence(_ reason: ReaderError.Reason) -> String {
        switch reason {
        case .busy: "আরেকটি নথি দেখা চলছে। আগে সেটি শেষ করুন।"
        case .capabilityMissing: "এই ডিভাইস নথি দেখতে পারে না: এতে ব্লুটুথ নেই।"
        case .invalidCode: "এটি কোনো নথির কোড নয়। নথির মালিক যে কোড দেখাচ্ছেন, সেটি স্ক্যান করুন।"
        case .noMethod: "এই কোড দিয়ে এই ডিভাইস থেকে সংযোগ করা যাবে না।"
        case .notFound: "নথির মালিকের ডিভাইস পাওয়া যায়নি। কাছে থাকুন, আর নতুন কোড স্ক্যান করুন।"
        case .noAnswer: "নথির মালিকের ডিভাইস সাড়া দেয়নি। নতুন কোড স্ক্যান করুন।"
        case .peer: "ডিভাইসটি এই কোডের নয়, বা ঠিকমতো কাজ করছে না। নতুন কোড স্ক্যান করুন।"
        case .tooLarge: "একটি নথিতে যা থাকতে পারে তার চেয়ে বেশি তথ্য এসেছে, তাই এটি বন্ধ করা হয়েছে।"
        case .request: "এই কোড ব্যবহার করা যাচ্ছে না। নতুন কোড স্ক্যান করুন।"
        case .undecodable: "নথির মালিকের ডিভাইস যা পাঠিয়েছে, তা পড়া যাচ্ছে না। নতুন কোড স্ক্যান করুন।"
        case .undecryptable: "যা পাঠানো হয়েছে তা আসার পথে বদলে গেছে, বা অন্য কারও জন্য ছিল। নতুন কোড স্ক্যান করুন।"
        case .refusedByHolder: "যা চাওয়া হয়েছে, নথির মালিকের ডিভাইস তা পড়তে পারেনি। নতুন কোড স্ক্যান করুন।"
        case .invalidResponse: "নথির মালিকের ডিভাইসের উত্তর সঠিক নয়, তাই এর কিছুই দেখানো হচ্ছে না।"
        case .illegalTransition, .outOfState, .sealed, .ended:
            "এই অ্যাপে কিছু ভুল হয়েছে, তাই নিরাপত্তার জন্য এটি বন্ধ করা হয়েছে।"
        }
    }
}
