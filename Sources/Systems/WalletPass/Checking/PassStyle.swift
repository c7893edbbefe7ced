/// The style of a pass, of which each pass has exactly one.
package enum PassStyle: String, Hashable, Sendable, CaseIterable {
    case boardingPass, coupon, eventTicket, generic, storeCard

    /// The images that the style shows, without their scale.
    var images: Set<String> {
        let all: Set<String> = ["icon", "logo", "personalizationLogo"]
        return switch self {
        case .boardingPass: all.union(["footer"])
        case .coupon, .storeCard: all.union(["strip"])
        case .eventTicket: all.union(["strip", "background", "thumbnail"])
        case .generic: all.union(["thumbnail"])
        }
    }

    /// Returns the maximum number of fields shown in a part, on one or two lines.
    func mostFields(in part: String) -> Int? {
        switch part {
        case "headerFields": 3
        case "primaryFields": self == .boardingPass ? 2 : 1
        case "secondaryFields": 4
        case "auxiliaryFields": self == .boardingPass ? 5 : 4
        default: nil
        }
    }

    static let parts = ["headerFields", "primaryFields", "secondaryFields", "auxiliaryFields", "backFields"]
}
