extension Screen.Field {
    /// In which order the keys of a PIN's pad stand, where keys are drawn.
    public enum PadKeyOrder: Hashable, Sendable, CaseIterable {
        /// As on a telephone.
        case standard
        /// Another order each time it is asked for, so that where a finger goes says nothing to who watches or records it.
        case shuffled
    }
}

/// The ten digits of a pad, from its first key to its last. It says nothing of what is typed, and prints nothing: with the
/// places of the taps beside it, it would tell the PIN.
package struct PINPadLayout: Equatable, Sendable {
    /// 0 to 9, each once: three rows of three, then the last.
    package let digits: [UInt8]

    /// As on a telephone: 1 to 9, then 0.
    package static let standard = PINPadLayout(digits: [1, 2, 3, 4, 5, 6, 7, 8, 9, 0])

    private init(digits: [UInt8]) { self.digits = digits }

    /// The order for `pad`. `random` gives that many unpredictable bytes (`Dependencies.random`).
    ///
    /// A shuffle is Fisher and Yates's; each step multiplies 64 random bits by its count, so no order is likelier than
    /// another by more than one part in 2⁶⁰, and no source of bytes can keep it waiting.
    package init(_ pad: Screen.Field.PadKeyOrder, random: (Int) -> [UInt8]) {
        guard pad == .shuffled else {
            self = .standard
            return
        }
        var digits = PINPadLayout.standard.digits
        var bytes = random(8 * (digits.count - 1)).makeIterator()
        for last in stride(from: digits.count - 1, to: 0, by: -1) {
            var word: UInt64 = 0
            for _ in 0..<8 { word = word << 8 | UInt64(bytes.next() ?? 0) }
            digits.swapAt(last, Int(word.multipliedFullWidth(by: UInt64(last + 1)).high))
        }
        self.digits = digits
    }
}

extension PINPadLayout: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "‹pad›" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
