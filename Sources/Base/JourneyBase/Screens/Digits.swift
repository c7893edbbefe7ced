/// Decimal digits as people type them: ASCII, and the scripts of languages whose keyboards have their own.
package enum Digits {
    /// The code points of the digit zero in ASCII, Arabic-Indic, Extended Arabic-Indic, Devanagari and Bengali.
    private static let zeros: [UInt32] = [0x30, 0x660, 0x6F0, 0x966, 0x9E6]

    /// Converts a digit of any supported script to ASCII. Returns `nil` for other characters.
    package static func ascii(_ scalar: Unicode.Scalar) -> UInt8? {
        for zero in zeros where (zero...zero + 9).contains(scalar.value) {
            return UInt8(0x30 + scalar.value - zero)
        }
        return nil
    }

    /// Converts `text` to ASCII digits and removes spaces and hyphens. Returns `nil` if it holds anything else.
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
    /// Converts decimal digits of any supported script to ASCII.
    ///
    /// - Returns: The ASCII digits, or `nil` if the secret holds anything else.
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
