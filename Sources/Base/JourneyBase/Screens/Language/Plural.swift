/// The plural categories of CLDR for integers.
enum Plural: Hashable {
    case zero, one, two, few, many, other

    /// English: one, other.
    static func english(_ count: Int) -> Plural { count == 1 ? .one : .other }

    /// Bengali: one (also for 0), other.
    static func bengali(_ count: Int) -> Plural { count == 0 || count == 1 ? .one : .other }

    /// Arabic: all six.
    static func arabic(_ count: Int) -> Plural {
        switch (count, count % 100) {
        case (0, _): .zero
        case (1, _): .one
        case (2, _): .two
        case (_, 3...10): .few
        case (_, 11...99): .many
        default: .other
        }
    }
}
