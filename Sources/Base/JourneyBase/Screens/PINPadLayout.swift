extension Screen.Field {
    /// The order of the keys on a PIN pad that is drawn on screen.
    public enum PadKeyOrder: Hashable, Sendable, CaseIterable {
        /// The order of a telephone.
        case standard
        /// A new random order each time, so that the positions of taps reveal nothing to an observer or a recording.
        case shuffled
    }
}

/// The ten digits of a PIN pad, from the first key to the last. It never prints itself: together with the positions of taps it
/// would reveal the PIN.
package struct PINPadLayout: Equatable, Sendable {
    /// The digits 0 to 9, each once: three rows of three, then the last key.
    package let digits: [UInt8]

    /// The telephone order: 1 to 9, then 0.
    package static let standard = PINPadLayout(digits: [1, 2, 3, 4, 5, 6, 7, 8, 9, 0])

    private init(digits: [UInt8]) { self.digits = digits }

    /// Creates the layout for `pad`. `random` returns that many unpredictable bytes (`Dependencies.random`).
    ///
    /// The shuffle is Fisher and Yates's. Each step scales 64 random bits to its range, so no order is likelier than another by
    /// more than one part in 2⁶⁰. The number of bytes needed is fixed.
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
