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
        switch language {
        case .english: english
        case .bengali: bengali
        case .arabic: arabic
        }
    }
}
