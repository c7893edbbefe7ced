import JourneyBase

extension SDKError {
    /// What the person is told: the service's own words where it has said something, else the SDK's. Of a call that moves
    /// money or orders something it also says that it was not sent, or that it may have been done.
    func message(in language: Language) -> String {
        switch requestFate {
        case .unknown:
            [serviceText.map(language.isolatedAtStart), WalletPhrase.outcomeUnknown(language)].compactMap { $0 }
                .joined(separator: " ")
        case .notSent: "\(WalletPhrase.notSent(language)) \(serviceText ?? own(language))"
        case .answered, nil: serviceText ?? own(language)
        }
    }

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
