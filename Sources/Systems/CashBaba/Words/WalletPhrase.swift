import JourneyBase

/// What the SDK says to a person in its own words. Both languages answer each case, which the compiler checks.
enum WalletPhrase: Hashable, CaseIterable {
    case noConnection, timedOut, badAnswer, sessionExpired, serviceFailed, cannotGoOn, outcomeUnknown

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
        }
    }
}
