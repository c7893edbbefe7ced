/// Bengali counts with one form of the noun, so its two plural categories read the same here; numbers are in Bengali
/// digits.
enum Bengali {
    static func text(_ phrase: Phrase) -> String {
        switch phrase {
        case .back: "ফিরে যান"
        case .cancel: "বাতিল করুন"
        case .close: "বন্ধ করুন"
        case .confirm: "নিশ্চিত করুন"
        case .goOn: "এগিয়ে যান"
        case .tryAgain: "আবার চেষ্টা করুন"
        case .approve: "অনুমোদন করুন"
        case .notAvailable: "এখন ব্যবহার করা যাচ্ছে না"
        case .share: "শেয়ার করুন"
        case .decline: "প্রত্যাখ্যান করুন"
        case .sendAgain: "কোড আবার পাঠান"
        case .delete: "মুছুন"
        case .clear: "সব মুছুন"
        case .sendAgainIn(let seconds): "\(number(seconds)) সেকেন্ড পরে কোড আবার পাঠানো যাবে"
        case .enterCode: "কোডটি লিখুন"
        case .code: "কোড"
        case .codeRunsOut: "কোডের মেয়াদ বাকি"
        case .codeSentTo(let destination): "আমরা \(destination)-এ একটি কোড পাঠিয়েছি।"
        case .enterPIN: "আপনার পিন দিন"
        case .choosePIN: "একটি নতুন পিন বেছে নিন"
        case .repeatPIN: "পিনটি আবার দিন"
        case .pin: "পিন"
        case .pinsDiffer: "পিন দুটি এক হয়নি। আবার বেছে নিন।"
        case .digitsHint(let digits): "\(number(digits))টি সংখ্যা"
        case .digitsEntered(let entered, let digits): "\(number(digits))টি সংখ্যার মধ্যে \(number(entered))টি দেওয়া হয়েছে"
        case .notShown: "দেখানো হবে না"
        case .confirmThatItIsYou: "নিশ্চিত করুন যে এটি আপনিই"
        case .asksForData(let requester): "\(requester) আপনার তথ্য চাইছে"
        case .whatIsShared: "যে তথ্য শেয়ার করা হবে"
        case .required: "আবশ্যক"
        case .willBeKept: "সংরক্ষণ করা হবে"
        case .optional: "ঐচ্ছিক"
        case .chosen: "বাছাই করা"
        case .notChosen: "বাছাই করা নয়"
        case .pleaseWait: "অনুগ্রহ করে অপেক্ষা করুন"
        case .timeIsUp: "সময় শেষ"
        case .percentDone(let percent): "\(number(percent))% সম্পন্ন"
        case .percent(let percent): "\(number(percent))%"
        case .timeLeft(let seconds): timeLeft(seconds)
        case .information: "তথ্য"
        case .success: "সম্পন্ন"
        case .warning: "সতর্কতা"
        case .error: "ত্রুটি"
        case .cardEnding(let digits): "কার্ড, শেষ চার সংখ্যা \(digits)"
        case .cardHolder: "কার্ডধারী"
        case .cardExpiry: "মেয়াদ"
        case .cardFrozen: "স্থগিত"
        case .picture(let alternative): "ছবি: \(alternative)"
        case .needsColumns(let columns): "\(number(columns)) কলাম চওড়া জানালা প্রয়োজন"
        case .covered: "আপনার গোপনীয়তার জন্য আড়াল করা হয়েছে"
        case .fillIn(let label): "“\(label)” পূরণ করুন।"
        case .digitsNeeded(let digits): "\(number(digits))টি সংখ্যাই লিখুন।"
        case .tooLong(let limit): "সর্বোচ্চ \(number(limit))টি অক্ষর লিখুন।"
        case .chooseAtLeast(let least): "কমপক্ষে \(number(least))টি বেছে নিন।"
        case .chooseAtMost(let most): "সর্বোচ্চ \(number(most))টি বেছে নিন।"
        case .neededToGoOn(let label): "এগিয়ে যেতে “\(label)” প্রয়োজন।"
        case .waitSeconds(let seconds): "আরও \(number(seconds)) সেকেন্ড অপেক্ষা করুন।"
        case .keyNext: "Tab পরেরটি"
        case .keyChoose: "Enter বাছাই"
        case .keyBack: "Esc ফিরে যান"
        case .keyLeave: "Ctrl-C বেরিয়ে যান"
        case .keyMore: "আরও দেখতে Page Up ও Page Down"
        case .typeNumber: "একটি নম্বর লিখুন।"
        case .typeNumbers: "নম্বরগুলো ফাঁক দিয়ে লিখুন; কিছু না লিখলে যেমন আছে তেমন থাকবে।"
        case .typeNumberOrBack: "একটি নম্বর লিখুন, অথবা ফিরে যেতে b লিখুন।"
        }
    }

    private static func timeLeft(_ seconds: Int) -> String {
        if seconds < 60 { return "\(number(seconds)) সেকেন্ড বাকি" }
        if seconds < 3_600 { return "\(number((seconds + 59) / 60)) মিনিট বাকি" }
        return "\(number((seconds + 3_599) / 3_600)) ঘণ্টা বাকি"
    }

    private static func number(_ value: Int) -> String { Language.bengali.number(value) }
}
