import JourneyBase
import JourneyWire

/// A refusal of the wallet: an HTTP status and a text for the user in both languages.
struct WalletError: Error, Hashable, Sendable {
    let status: Int
    let english: String
    let bengali: String
    /// Additional data of the answer; null for none.
    var data: JSONValue = nil

    init(_ status: Int, _ english: String, _ bengali: String) {
        self.status = status
        self.english = english
        self.bengali = bengali
    }

    func response(in language: Language) -> HTTPResponse {
        let reply = WalletReply(
            code: status, messages: [language == .bengali ? bengali : english],
            data: data == .null ? nil : WireJSON(data))
        return .json(reply.json, status: status, headers: ["Cache-Control": "no-store"])
    }

    /// Returns the same error with `data`.
    func with(_ data: JSONValue) -> WalletError {
        var fault = self
        fault.data = data
        return fault
    }
}

extension WalletError {
    static let unauthorized = WalletError(401, "You are not signed in.", "আপনি সাইন ইন করা নেই।")
    static let otherScope = WalletError(403, "This session is for something else.", "এই সেশন অন্য কাজের জন্য।")
    static let malformed = WalletError(400, "The request cannot be read.", "অনুরোধটি পড়া যাচ্ছে না।")
    static let mediaType = WalletError(415, "The request is of another type.", "অনুরোধটি অন্য ধরনের।")
    static let unavailable = WalletError(500, "The wallet cannot do this now.", "ওয়ালেট এখন এটি করতে পারছে না।")

    /// Creates an injected refusal.
    static func told(_ status: Int) -> WalletError {
        WalletError(status, "The sandbox was told to refuse.", "স্যান্ডবক্সকে না বলতে বলা হয়েছে।")
    }

    static let locked = WalletError(
        444, "Too many wrong PINs. Your PIN is locked for 15 minutes.",
        "অনেকবার ভুল পিন দেওয়া হয়েছে। আপনার পিন ১৫ মিনিটের জন্য বন্ধ।")
    static let pinMissing = WalletError(409, "You have not set a PIN yet.", "আপনি এখনও পিন সেট করেননি।")
    static let pinThere = WalletError(409, "You have set a PIN already.", "আপনি আগেই পিন সেট করেছেন।")
    static let pinsDiffer = WalletError(400, "The two PINs are not the same.", "পিন দুটি এক নয়।")
    static let pinWeak = WalletError(400, "This PIN is too easy to guess.", "এই পিন সহজেই অনুমান করা যায়।")
    static let pinSame = WalletError(400, "This is the PIN that you have.", "এটি আপনার বর্তমান পিন।")
    static func pinWrong(left: Int) -> WalletError {
        WalletError(
            400, "The PIN is wrong. \(left) \(left == 1 ? "try" : "tries") left.",
            "পিন ভুল হয়েছে। আর \(Language.bengali.number(left)) বার চেষ্টা করা যাবে।")
    }

    static let codeMissing = WalletError(422, "Ask for another code.", "নতুন কোড চেয়ে নিন।")
    static let codeExpired = WalletError(422, "Your code expired. Request a new one.", "কোডের মেয়াদ শেষ। নতুন কোড চেয়ে নিন।")
    static func codeWrong(left: Int) -> WalletError {
        WalletError(
            400, "The code is wrong. \(left) \(left == 1 ? "try" : "tries") left.",
            "কোড ভুল হয়েছে। আর \(Language.bengali.number(left)) বার চেষ্টা করা যাবে।")
    }
    static let codeTooSoon = WalletError(429, "Wait before you ask for another code.", "নতুন কোড চাওয়ার আগে একটু অপেক্ষা করুন।")
    static let codeUnverified = WalletError(422, "Confirm the code first.", "আগে কোড নিশ্চিত করুন।")
    static let personUnknown = WalletError(404, "These details are not yours.", "এই তথ্য আপনার নয়।")

    static let referenceUnknown = WalletError(404, "There is no such payment.", "এমন কোনো পেমেন্ট নেই।")
    static let referenceUsed = WalletError(409, "This has been paid already.", "এটি আগেই পরিশোধ করা হয়েছে।")
    static let referenceExpired = WalletError(422, "This payment has expired.", "এই পেমেন্টের মেয়াদ শেষ।")
    static let bankUnknown = WalletError(404, "There is no such bank account.", "এমন কোনো ব্যাংক অ্যাকাউন্ট নেই।")
    static let amountWrong = WalletError(422, "Enter an amount from ৳10 to ৳50,000.", "৳১০ থেকে ৳৫০,০০০ পর্যন্ত পরিমাণ দিন।")
    static let balanceShort = WalletError(422, "Your balance is too low.", "আপনার ব্যালেন্স যথেষ্ট নয়।")
    static let faceMissing = WalletError(422, "Two pictures of your face are needed.", "আপনার মুখের দুটি ছবি প্রয়োজন।")
    static let productUnknown = WalletError(404, "We can't find this card.", "এই কার্ড পাওয়া যায়নি।")
    static let promotionUnknown = WalletError(422, "There is no such promotion.", "এমন কোনো প্রোমোশন নেই।")
    static let cardOrdered = WalletError(409, "You have ordered this card already.", "আপনি আগেই এই কার্ড চেয়েছেন।")
}
