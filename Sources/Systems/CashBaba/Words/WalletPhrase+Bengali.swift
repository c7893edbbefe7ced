import JourneyBase

/// Bengali. After a number in Bengali digits with its classifier, the noun has one form.
extension WalletPhrase {
    var bengali: String {
        switch self {
        case .noConnection: "সংযোগ নেই। নেটওয়ার্ক দেখে আবার চেষ্টা করুন।"
        case .timedOut: "সময়মতো উত্তর পাওয়া যায়নি। আবার চেষ্টা করুন।"
        case .badAnswer: "সার্ভার থেকে সঠিক উত্তর পাওয়া যায়নি। পরে আবার চেষ্টা করুন।"
        case .sessionExpired: "সেশনের মেয়াদ শেষ"
        case .serviceFailed: "এই মুহূর্তে সেবাটি দেওয়া যাচ্ছে না।"
        case .cannotGoOn: "অ্যাপ যে তথ্য দিয়েছে তা দিয়ে এটি করা যাবে না।"
        case .notSent: "কিছুই পাঠানো হয়নি।"
        case .outcomeUnknown: "কাজটি হয়েছে কি না জানা যায়নি। আবার চেষ্টা করার আগে ব্যালেন্স দেখে নিন।"
        case .faceCheckFailed: "চেহারা যাচাইয়ের ছবি তোলা যায়নি।"

        case .brand: "ক্যাশবাবা"
        case .welcomeTitle: "ক্যাশবাবায় স্বাগতম"
        case .welcomeText: "ওয়ালেট ব্যবহার করতে একটি পিন সেট করুন। আগে আপনার ফোনে একটি কোড পাঠানো হবে।"
        case .terms: "এগিয়ে গেলে আপনি এসব শর্তে সম্মত হচ্ছেন:"
        case .termsPin: "আপনার পিন শুধু আপনার। কাউকে বলবেন না, আমাদেরও নয়।"
        case .termsCode: "আপনার ফোনে পাঠানো কোডও শুধু আপনার জন্য।"
        case .termsUse: "আপনার পিন দিয়ে করা যেকোনো পেমেন্ট আপনার নিজের করা বলে গণ্য হবে।"
        case .agree: "সম্মত হয়ে এগিয়ে যান"

        case .setPinTitle: "পিন সেট করুন"
        case .changePinTitle: "পিন পরিবর্তন করুন"
        case .resetPinTitle: "নতুন পিন সেট করুন"
        case .currentPin: "বর্তমান পিন"
        case .newPin: "নতুন পিন"
        case .repeatPin: "নতুন পিন আবার দিন"
        case .savePin: "পিন সংরক্ষণ করুন"
        case .rules: "পিনের নিয়ম:"
        case .pinLength(let digits): "পিনে \(WalletPhrase.digits(digits)) থাকতে হবে।"
        case .pinInSequence: "পরপর বাড়ে বা কমে এমন সংখ্যা দেওয়া যাবে না।"
        case .pinRepeats: "সব সংখ্যা একই দেওয়া যাবে না।"
        case .pinsDiffer: "নতুন পিন দুটি মেলেনি।"
        case .identityTitle: "পিন ভুলে গেছেন?"
        case .identityText: "নতুন পিন সেট করতে আপনার পরিচয় নিশ্চিত করুন।"
        case .lastDigits(let count): "জাতীয় পরিচয়পত্রের শেষ \(WalletPhrase.digits(count))"
        case .lastDigitsNeeded(let count): "জাতীয় পরিচয়পত্রের শেষ \(WalletPhrase.digits(count)) লিখুন।"
        case .birthDate: "জন্ম তারিখ"
        case .birthDateNeeded: "আপনার জন্ম তারিখ লিখুন, যেমন \(CalendarDay.example.spelled(in: .bengali))।"

        case .codeTitle: "কোডটি লিখুন"
        case .code: "কোড"
        case .codeSent(let digits): "আমরা আপনার ফোনে \(Language.bengali.number(digits)) সংখ্যার একটি কোড পাঠিয়েছি।"
        case .codeExpired: "কোডের মেয়াদ শেষ। নতুন কোড চেয়ে নিন।"

        case .confirmTitle: "পিন দিয়ে নিশ্চিত করুন"
        case .pin: "পিন"
        case .payText: "আপনি বিল পরিশোধ করছেন।"
        case .distributorText: "আপনি পরিবেশকের বিল পরিশোধ করছেন।"
        case .transferText: "আপনি নিজের ব্যাংক অ্যাকাউন্টে টাকা পাঠাচ্ছেন।"
        case .amount: "পরিমাণ"
        case .payee: "প্রাপক"
        case .purpose: "উদ্দেশ্য"
        case .cardText: "আপনি প্রিপেইড কার্ডের আবেদন করছেন।"
        case .payBill: "বিল পরিশোধ করুন"
        case .pay(let amount): "\(amount) পরিশোধ করুন"
        case .send(let amount): "\(amount) পাঠান"
        case .orderCard: "কার্ডের আবেদন করুন"

        case .settingPin: "পিন সেট করা হচ্ছে…"
        case .changingPin: "পিন পরিবর্তন করা হচ্ছে…"
        case .resettingPin: "নতুন পিন সেট করা হচ্ছে…"
        case .paying: "পরিশোধ করা হচ্ছে…"
        case .sending: "টাকা পাঠানো হচ্ছে…"
        case .orderingCard: "কার্ডের আবেদন পাঠানো হচ্ছে…"
        }
    }

    private static func digits(_ count: Int) -> String { "\(Language.bengali.number(count))টি সংখ্যা" }
}
