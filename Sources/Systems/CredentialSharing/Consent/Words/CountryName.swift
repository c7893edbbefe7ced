import Foundation
import JourneyBase

/// The names of countries (ISO 3166-1).
enum CountryName {
    /// Returns the name of a country; `nil` for anything but a known code of two letters.
    static func text(_ code: String, in language: Language) -> String? {
        guard code.utf8.count == 2, code.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else { return nil }
        return Locale(identifier: language.tag).localizedString(forRegionCode: code)
    }
}
