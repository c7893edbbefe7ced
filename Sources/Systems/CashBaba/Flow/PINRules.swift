import JourneyBase

/// What is known of PINs without asking the service.
enum PINRules {
    static let digits = 5

    /// Why `pin` will not do; `nil` when it will.
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

    /// The rules in the SDK's own words, for when the service does not say them.
    static let own: [WalletPhrase] = [.pinLength(digits), .pinInSequence, .pinRepeats]
}
