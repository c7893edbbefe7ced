import Foundation
import JourneyBase

extension PassCheck {
    /// Checks colours, dates and flags.
    mutating func checkAppearance() {
        for name in ["backgroundColor", "foregroundColor", "labelColor", "stripColor", "footerBackgroundColor"] {
            check(content, name, at: "pass.json", "rgb(0 to 255, 0 to 255, 0 to 255)") {
                PassCheck.isColour($0.string ?? "")
            }
        }
        for name in ["expirationDate", "relevantDate"] {
            check(content, name, at: "pass.json", "a date with a time and its zone, such as 2026-11-21T10:30:00Z") {
                PassDate.isGood($0.string ?? "")
            }
        }
        for (index, value) in (content["relevantDates"]?.array ?? []).enumerated() {
            let place = "pass.json/relevantDates/\(index)"
            guard let object = value.object, !object.isEmpty else {
                add(.invalid, place, "A relevant date must be an object with date, or with startDate and endDate.")
                continue
            }
            for name in ["date", "startDate", "endDate"] {
                check(object, name, at: place, "a date with a time and its zone") { PassDate.isGood($0.string ?? "") }
            }
        }
        check(content, "relevantDates", at: "pass.json", "an array") { $0.array != nil }
        for name in ["voided", "sharingProhibited", "suppressStripShine"] {
            check(content, name, at: "pass.json", "true or false") { $0.bool != nil }
        }
        check(content, "logoText", at: "pass.json", "a text") { $0.string != nil }
        check(content, "userInfo", at: "pass.json", "an object") { $0.object != nil }
        check(content, "associatedStoreIdentifiers", at: "pass.json", "an array of numbers") {
            $0.array?.allSatisfy { ($0.int64 ?? 0) > 0 } ?? false
        }
        if content["appLaunchURL"] != nil, content["associatedStoreIdentifiers"] == nil {
            add(
                .missing, "pass.json/associatedStoreIdentifiers",
                "A pass with appLaunchURL must name its app in associatedStoreIdentifiers.")
        }
    }

    /// Checks the locations and beacons at which the pass appears.
    mutating func checkPlaces() {
        list("locations", most: 10) { check, place, object in
            check.check(object, "latitude", at: place, "a number from -90 to 90") {
                (-90...90).contains($0.number?.double ?? 999)
            }
            check.check(object, "longitude", at: place, "a number from -180 to 180") {
                (-180...180).contains($0.number?.double ?? 999)
            }
            for name in ["latitude", "longitude"] where object[name] == nil {
                check.add(.missing, "\(place)/\(name)", "\(name) is required.")
            }
        }
        list("beacons", most: 10) { check, place, object in
            if object["proximityUUID"]?.string.flatMap({ UUID(uuidString: $0) }) == nil {
                check.add(.invalid, "\(place)/proximityUUID", "proximityUUID must be a UUID.")
            }
            for name in ["major", "minor"] {
                check.check(object, name, at: place, "a number from 0 to 65535") {
                    (0...65_535).contains($0.int64 ?? -1)
                }
            }
        }
        check(content, "maxDistance", at: "pass.json", "a number of metres above 0") { ($0.number?.double ?? 0) > 0 }
    }

    private mutating func list(
        _ name: String, most: Int, _ body: (inout PassCheck, String, [String: JSONValue]) -> Void
    ) {
        guard let value = content[name] else { return }
        guard let items = value.array else { return add(.invalid, "pass.json/\(name)", "\(name) must be an array.") }
        if items.count > most {
            warn(.invalid, "pass.json/\(name)", "Wallet uses only \(most) of the \(items.count) \(name).")
        }
        for (index, item) in items.enumerated() {
            let place = "pass.json/\(name)/\(index)"
            guard let object = item.object else {
                add(.invalid, place, "Each item of \(name) must be an object.")
                continue
            }
            body(&self, place, object)
        }
    }

    static func isColour(_ text: String) -> Bool { PassColour(text) != nil }
}

/// A colour in the notation of passes: `rgb(0, 90, 255)`.
package struct PassColour: Hashable, Sendable {
    package let (red, green, blue): (Int, Int, Int)

    package init?(_ text: String) {
        guard text.hasPrefix("rgb("), text.hasSuffix(")") else { return nil }
        let parts = text.dropFirst(4).dropLast().split(separator: ",", omittingEmptySubsequences: false).map { part in
            let digits = part.drop { $0 == " " }
            let isNumber = (1...3).contains(digits.count) && digits.utf8.allSatisfy { (48...57).contains($0) }
            return isNumber ? Int(digits) ?? 256 : 256
        }
        guard parts.count == 3, parts.allSatisfy({ $0 < 256 }) else { return nil }
        (red, green, blue) = (parts[0], parts[1], parts[2])
    }
}
