import JourneyBase

extension SDKError {
    /// Returns the text for the user: the service's own if there is one, else the SDK's. For a call that moves money or places an
    /// order it adds that it was not sent, or that it may have taken effect.
    func message(in language: Language) -> String {
        switch requestFate {
        case .unknown:
            [serviceText.map(language.isolatedAtStart), WalletPhrase.outcomeUnknown(language)].compactMap { $0 }
                .joined(separator: " ")
        case .notSent: "\(WalletPhrase.notSent(language)) \(told(in: language))"
        case .answered, nil: told(in: language)
        }
    }

    /// Returns the service's text, which may be in another language than the screen; the SDK's own if there is none.
    private func told(in language: Language) -> String { serviceText.map(language.isolatedAtStart) ?? own(language) }

    private func own(_ language: Language) -> String {
        let phrase: WalletPhrase =
            switch (title, errorCode) {
            case ("SessionExpired", _), ("Unauthorized", _): .sessionExpired
            case ("BadNetworkError", .netTimeout): .timedOut
            case ("BadNetworkError", _): .noConnection
            case ("BadAPIResponse", _): .badAnswer
            case ("FaceCheck", _): .faceCheckFailed
            case ("BadURL", _), ("InvalidInput", _), ("EncryptionError", _), ("NotInitialized", _): .cannotGoOn
            default: .serviceFailed
            }
        return phrase(language)
    }
}
