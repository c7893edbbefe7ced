/// A counted noun in the six plural forms of Arabic (CLDR). `#` stands for the number; `one` and `two` express it without one.
package struct ArabicCount: Sendable {
    private let zero: String
    private let one: String
    private let two: String
    private let few: String
    private let many: String
    private let other: String

    package init(zero: String, one: String, two: String, few: String, many: String, other: String) {
        self.zero = zero
        self.one = one
        self.two = two
        self.few = few
        self.many = many
        self.other = other
    }

    package func callAsFunction(_ value: Int) -> String {
        let form =
            switch Plural.arabic(value) {
            case .zero: zero
            case .one: one
            case .two: two
            case .few: few
            case .many: many
            case .other: other
            }
        return form.replacing("#", with: Language.arabic.number(value))
    }
}
