import JourneyBase

/// What the SDK says to a person in its own words. Both languages answer each case, which the compiler checks.
enum WalletPhrase: Hashable, CaseIterable {
    // What went wrong.
    case noConnection, timedOut, badAnswer, sessionExpired, serviceFailed, cannotGoOn, outcomeUnknown

    // Setting, changing and resetting a PIN.
    case welcomeTitle, welcomeText, proceed
    case changePinTitle, currentPin, newPin, repeatPin, submit, pinsDiffer, pinTooEasy, rules
    case setPinTitle, resetPinTitle
    case identityTitle, identityText, lastFourDigits, birthDate, birthDateHint, fourDigitsNeeded, birthDateNeeded

    // Codes.
    case codeTitle, codeSent, code, codeExpired

    // Money.
    case confirmTitle, pin, payText, distributorText, transferText, amount, purpose, cardText

    func callAsFunction(_ language: Language) -> String { language == .bengali ? bengali : english }

    private var english: String {
        switch self {
        case .noConnection: "There is no connection. Check your network and try again."
        case .timedOut: "The service did not answer in time. Try again."
        case .badAnswer: "The service's answer could not be read. Try again later."
        case .sessionExpired: "Session expired"
        case .serviceFailed: "The service cannot do this at the moment."
        case .cannotGoOn: "This cannot be done with what the app has handed over."
        case .outcomeUnknown: "It is not known whether this was done. Check your balance before you try again."
        case .welcomeTitle: "Welcome to CashBaba"
        case .welcomeText:
            "To use your wallet, set a PIN. We send a code to your phone first. By going on, you agree to the terms."
        case .proceed: "Proceed"
        case .changePinTitle: "Change your PIN"
        case .currentPin: "Current PIN"
        case .newPin: "New PIN"
        case .repeatPin: "New PIN again"
        case .submit: "Submit"
        case .pinsDiffer: "The two new PINs were not the same."
        case .pinTooEasy: "Digits in a row, or one digit all along, are too easy to guess."
        case .rules: "What a PIN has to be:"
        case .setPinTitle: "Set your PIN"
        case .resetPinTitle: "Set a new PIN"
        case .identityTitle: "Forgot your PIN"
        case .identityText: "Tell us who you are, so that you can set a new one."
        case .lastFourDigits: "Last 4 digits of your national ID"
        case .birthDate: "Date of birth"
        case .birthDateHint: "Year-month-day, such as 1990-02-28"
        case .fourDigitsNeeded: "Enter the last 4 digits of your national ID."
        case .birthDateNeeded: "Enter your date of birth as year-month-day."
        case .codeTitle: "Enter the code"
        case .codeSent: "We sent a code of 6 digits to your phone."
        case .code: "Code"
        case .codeExpired: "The code has expired. Ask for another one."
        case .confirmTitle: "Confirm with your PIN"
        case .pin: "PIN"
        case .payText: "You pay the bill"
        case .distributorText: "You pay the distributor's bill"
        case .transferText: "You transfer to your bank account"
        case .amount: "Amount"
        case .purpose: "Purpose"
        case .cardText: "You order the prepaid card"
        }
    }

    private var bengali: String {
        switch self {
        case .noConnection: "সংযোগ নেই। নেটওয়ার্ক দেখে আবার চেষ্টা করুন।"
        case .timedOut: "সময়মতো উত্তর পাওয়া যায়নি। আবার চেষ্টা করুন।"
        case .badAnswer: "সেবার উত্তর পড়া যায়নি। পরে আবার চেষ্টা করুন।"
        case .sessionExpired: "সেশনের মেয়াদ শেষ"
        case .serviceFailed: "এই মুহূর্তে সেবাটি দেওয়া যাচ্ছে না।"
        case .cannotGoOn: "অ্যাপ যে তথ্য দিয়েছে তা দিয়ে এটি করা যাবে না।"
        case .outcomeUnknown: "কাজটি হয়েছে কি না জানা যায়নি। আবার চেষ্টা করার আগে ব্যালেন্স দেখে নিন।"
        case .welcomeTitle: "ক্যাশবাবায় স্বাগতম"
        case .welcomeText: "ওয়ালেট ব্যবহার করতে একটি পিন সেট করুন। আগে আপনার ফোনে একটি কোড পাঠানো হবে। এগিয়ে গেলে আপনি শর্তাবলীতে সম্মত হচ্ছেন।"
        case .proceed: "এগিয়ে যান"
        case .changePinTitle: "পিন পরিবর্তন করুন"
        case .currentPin: "বর্তমান পিন"
        case .newPin: "নতুন পিন"
        case .repeatPin: "নতুন পিন আবার"
        case .submit: "জমা দিন"
        case .pinsDiffer: "নতুন পিন দুটি এক হয়নি।"
        case .pinTooEasy: "পরপর সংখ্যা বা একই সংখ্যার পিন সহজেই অনুমান করা যায়।"
        case .rules: "পিন যেমন হতে হবে:"
        case .setPinTitle: "পিন সেট করুন"
        case .resetPinTitle: "নতুন পিন সেট করুন"
        case .identityTitle: "পিন ভুলে গেছেন"
        case .identityText: "নতুন পিন সেট করতে আপনার পরিচয় দিন।"
        case .lastFourDigits: "জাতীয় পরিচয়পত্রের শেষ ৪ সংখ্যা"
        case .birthDate: "জন্ম তারিখ"
        case .birthDateHint: "বছর-মাস-দিন, যেমন ১৯৯০-০২-২৮"
        case .fourDigitsNeeded: "জাতীয় পরিচয়পত্রের শেষ ৪ সংখ্যা লিখুন।"
        case .birthDateNeeded: "জন্ম তারিখ বছর-মাস-দিন হিসেবে লিখুন।"
        case .codeTitle: "কোডটি লিখুন"
        case .codeSent: "আমরা আপনার ফোনে ৬ সংখ্যার একটি কোড পাঠিয়েছি।"
        case .code: "কোড"
        case .codeExpired: "কোডের মেয়াদ শেষ। নতুন কোড চেয়ে নিন।"
        case .confirmTitle: "পিন দিয়ে নিশ্চিত করুন"
        case .pin: "পিন"
        case .payText: "আপনি বিল পরিশোধ করছেন"
        case .distributorText: "আপনি পরিবেশকের বিল পরিশোধ করছেন"
        case .transferText: "আপনি নিজের ব্যাংক অ্যাকাউন্টে টাকা পাঠাচ্ছেন"
        case .amount: "পরিমাণ"
        case .purpose: "উদ্দেশ্য"
        case .cardText: "আপনি প্রিপেইড কার্ড চাইছেন"
        }
    }
}
