public import Foundation
public import JourneyBase

/// Why no pass was provisioned.
public enum ProvisioningError: Error, Sendable {
    /// `configure(with:)` was not called, or with what makes no address.
    case notConfigured
    /// This device takes no passes.
    case walletNotAvailable
    /// The service could not be reached, or not safely.
    case networkError(any Error)
    /// The service said no. `message` is its own sentence, one line of at most 300 characters.
    case serverError(statusCode: Int, message: String?)
    /// The service's answer is no binding data.
    case invalidResponse
    /// The wallet did not show the pass.
    case passKitError(any Error)
}

extension ProvisioningError: LocalizedError {
    public var errorDescription: String? { message(in: .english) }

    /// A sentence for the person.
    public func message(in language: Language) -> String {
        let isBengali = language == .bengali
        return switch self {
        case .notConfigured:
            isBengali ? "অ্যাপটি এখনও পাস যোগ করার জন্য প্রস্তুত নয়।" : "The app is not set up to add passes."
        case .walletNotAvailable:
            isBengali ? "এই ডিভাইসে ওয়ালেটে পাস যোগ করা যায় না।" : "Passes cannot be added to a wallet on this device."
        case .networkError:
            isBengali
                ? "সেবার সঙ্গে সংযোগ করা যায়নি। নেটওয়ার্ক দেখে আবার চেষ্টা করুন।"
                : "The service could not be reached. Check your network and try again."
        case .serverError(401, _), .serverError(403, _):
            isBengali ? "অ্যাপটির এই পাস যোগ করার অনুমতি নেই।" : "The app may not add this pass."
        case .serverError(404, _): isBengali ? "এমন কোনো পাস নেই।" : "There is no such pass."
        case .serverError:
            isBengali ? "এই মুহূর্তে পাসটি দেওয়া যাচ্ছে না।" : "The service cannot give the pass at the moment."
        case .invalidResponse:
            isBengali ? "সেবার উত্তর পড়া যায়নি।" : "The service's answer could not be read."
        case .passKitError: isBengali ? "ওয়ালেট পাসটি নেয়নি।" : "The wallet did not take the pass."
        }
    }
}
