import JourneyBase

extension WalletPhrase {
    func callAsFunction(_ language: Language) -> String {
        switch language {
        case .english: english
        case .bengali: bengali
        case .arabic: arabic
        }
    }
}
