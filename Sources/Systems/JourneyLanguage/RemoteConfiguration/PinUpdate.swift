package import Foundation
internal import JourneyBase

/// The public keys that a host's certificate chain may have from now on, according to the bank's remote configuration. They
/// replace the app's built-in pins for that host.
package struct PinUpdate: Hashable, Sendable {
    /// The host in lower case, as in `Origin`.
    package let host: String
    /// SHA-256 digests of SubjectPublicKeyInfo in base64 with padding, two to sixteen (RFC 7469, section 2.4).
    package let digests: [String]
    package let includesSubdomains: Bool
    /// The time from which the pins are no longer valid, or `nil` if they do not expire.
    package let expires: Date?
}

extension PinUpdate {
    static let members: Set<String> = ["host", "sha256", "includeSubdomains", "expires"]

    /// Reads an update. Pins are validated as strictly on devices as on publication, because an incomplete set of pins is
    /// unusable.
    init(_ update: Reading, isStrict: Bool) throws(Refusal) {
        if isStrict { try update.onlyMembers(PinUpdate.members) }
        let name = try update.required("host")
        let origin = try name.require(
            Origin(scheme: "https", host: name.text().lowercased(), port: 443), "is not a host name")
        host = origin.host
        let list = try update.required("sha256")
        digests = try list.list(atMost: 16, "digests") { element throws(Refusal) in
            let digest = try element.text()
            try element.require(
                digest.utf8.count == 44 && Data(base64Encoded: digest)?.count == 32, "is not a SHA-256 digest in base64"
            )
            return digest
        }
        try list.require(
            Set(digests).count >= 2, "needs at least two different digests: of the key in use and of a backup key")
        includesSubdomains = try update.member("includeSubdomains")?.flag() ?? false
        expires = try update.member("expires").map { (member) throws(Refusal) in try ManifestHead.moment(member) }
    }

    /// Reads at most 64 updates, each for another host.
    static func list(_ list: Reading?, isStrict: Bool) throws(Refusal) -> [PinUpdate] {
        guard let list else { return [] }
        try list.atMost(64, "hosts")
        var updates: [PinUpdate] = []
        for element in try list.elements() {
            let update = try PinUpdate(element, isStrict: isStrict)
            try element.require(
                !updates.contains(where: { $0.host == update.host }), "repeats the host of an earlier entry")
            updates.append(update)
        }
        return updates
    }
}
