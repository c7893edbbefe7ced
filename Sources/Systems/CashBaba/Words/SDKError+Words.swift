import JourneyBase

extension SDKError {
    /// What the person is told: the service's own words where it has said something, else the SDK's; and, where nobody knows
    /// whether something binding was done, that.
    func message(in language: Language) -> String {
        guard leavesDoubt else { return serviceText ?? own(language) }
        return [serviceText.map(language.isolatedAtStart), WalletPhrase.outcomeUnknown(language)].compactMap { $0 }
            .joined(separator: " ")
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
