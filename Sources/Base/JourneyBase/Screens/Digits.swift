/// The decimal digits that people type: ASCII, and those of the languages whose keyboards have their own.
package enum Digits {
    /// Where the digit zero stands in ASCII, Arabic-Indic, Extended Arabic-Indic, Devanagari and Bengali.
    private static let zeros: [UInt32] = [0x30, 0x660, 0x6F0, 0x966, 0x9E6]

    /// The ASCII digit that `scalar` means, or `nil`.
    package static func ascii(_ scalar: Unicode.Scalar) -> UInt8? {
        for zero in zeros where (zero...zero + 9).contains(scalar.value) {
            return UInt8(0x30 + scalar.value - zero)
        }
        return nil
    }

    /// `text` in ASCII digits without the spaces and hyphens that people put between, or `nil` when anything else stands
    /// in it.
    package static func ascii(_ text: String) -> String? {
        var out = ""
        for scalar in text.unicodeScalars where scalar != " " && scalar != "-" && scalar != "\u{A0}" {
            guard let digit = ascii(scalar) else { return nil }
            out.unicodeScalars.append(Unicode.Scalar(digit))
        }
        return out
    }
}

extension Secret {
    /// The same decimal digits in ASCII, whatever script they were typed in, or `nil` when anything else is in it.
    package func asciiDigits() -> Secret? {
        let out = SecretInput(limit: count)
        let isDigits = withBytes { bytes in
            var decoder = UTF8()
            var rest = bytes.makeIterator()
            while true {
                switch decoder.decode(&rest) {
                case .scalarValue(let scalar):
                    guard let digit = Digits.ascii(scalar) else { return false }
                    out.append(digit)
                case .emptyInput: return true
                case .error: return false
                }
            }
        }
        return isDigits ? out.copy() : nil
    }
}
