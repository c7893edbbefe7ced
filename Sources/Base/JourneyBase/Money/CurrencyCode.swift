/// Codes of currencies.
package enum CurrencyCode {
    /// Whether `text` has the shape of one: three capital letters (ISO 4217). Which of them are in use changes, and is nobody's
    /// to decide here.
    package static func isOne(_ text: String) -> Bool {
        text.utf8.count == 3 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    }
}
