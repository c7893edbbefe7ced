public import Foundation
public import JourneyBase

/// A reason why no pass was provisioned.
public enum ProvisioningError: Error, Sendable {
    /// `configure(with:)` was not called, or its configuration does not form a URL.
    case notConfigured
    /// The device does not accept passes.
    case walletNotAvailable
    /// The service could not be reached, or not securely.
    case networkError(any Error)
    /// The service refused the request. `message` is its own message, one line of at most 300 characters.
    case serverError(statusCode: Int, message: String?)
    /// The service's response is not binding data.
    case invalidResponse
    /// The wallet did not present the pass.
    case passKitError(any Error)
}

extension ProvisioningError: LocalizedError {
    public var errorDescription: String? { message(in: .english) }

    /// Returns a message for the person.
    public func message(in language: Language) -> String {
        switch language {
        case .english: english
        case .bengali: bengali
        case .arabic: arabic
        }
    }
}
