/// Currency codes.
package enum CurrencyCode {
    /// Returns `true` if `text` has the form of a currency code: three capital letters (ISO 4217). The list of codes in use
    /// changes, so it isn't checked.
    package static func isOne(_ text: String) -> Bool {
        text.utf8.count == 3 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    }
}
