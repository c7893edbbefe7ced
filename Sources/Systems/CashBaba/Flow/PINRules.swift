import JourneyBase

/// The rules for PINs that are checked without the service.
enum PINRules {
    static let digits = 5

    /// Returns the reason why `pin` is not acceptable, or `nil` if it is.
    static func fault(_ pin: Secret, repeated: Secret) -> WalletPhrase? {
        guard let pin = pin.asciiDigits(), let repeated = repeated.asciiDigits(), pin.count == digits else {
            return .pinLength(digits)
        }
        guard pin.hasSameBytes(as: repeated) else { return .pinsDiffer }
        let steps = pin.withBytes { digits in Set(zip(digits, digits.dropFirst()).map { Int($1) - Int($0) }) }
        switch steps {
        case [0]: return .pinRepeats
        case [1], [-1]: return .pinInSequence
        default: return nil
        }
    }

    /// The SDK's own texts of the rules, used when the service sends none.
    static let own: [WalletPhrase] = [.pinLength(digits), .pinInSequence, .pinRepeats]
}
