package import Foundation
internal import JourneyBase

/// The keys that a host's certificate chain may show from now on, as the bank's remote configuration says: in place of what
/// the app was shipped with for that host.
package struct PinUpdate: Hashable, Sendable {
    /// In lower case, as an `Origin` has it.
    package let host: String
    /// SHA-256 digests of SubjectPublicKeyInfo in base64 with padding, two to sixteen (RFC 7469, section 2.4).
    package let digests: [String]
    package let includesSubdomains: Bool
    /// From when on the keys are not vouched for; `nil` for no end.
    package let expires: Date?
}

extension PinUpdate {
    static let members: Set<String> = ["host", "sha256", "includeSubdomains", "expires"]

    /// The update that `update` spells. Devices are as strict as whoever publishes: half of a set of pins is none.
    init(_ update: Reading, isStrict: Bool) throws(Refusal) {
        if isStrict { try update.onlyMembers(PinUpdate.members) }
        let name = try update.required("host")
        let origin = try name.require(Origin(scheme: "https", host: name.text().lowercased(), port: 443), "is no host")
        host = origin.host
        let list = try update.required("sha256")
        digests = try list.list(atMost: 16, "digests") { element throws(Refusal) in
            let digest = try element.text()
            try element.require(
                digest.utf8.count == 44 && Data(base64Encoded: digest)?.count == 32, "is no SHA-256 digest in base64")
            return digest
        }
        try list.require(
            Set(digests).count >= 2, "needs two different digests at least: of the key in use and of a backup")
        includesSubdomains = try update.member("includeSubdomains")?.flag() ?? false
        expires = try update.member("expires").map { (member) throws(Refusal) in try ManifestHead.moment(member) }
    }

    /// The updates that `list` spells: at most 64, each of another host.
    static func list(_ list: Reading?, isStrict: Bool) throws(Refusal) -> [PinUpdate] {
        guard let list else { return [] }
        try list.atMost(64, "hosts")
        var updates: [PinUpdate] = []
        for element in try list.elements() {
            let update = try PinUpdate(element, isStrict: isStrict)
            try element.require(
                !updates.contains(where: { $0.host == update.host }), "is for a host that has one already")
            updates.append(update)
        }
        return updates
    }
}
