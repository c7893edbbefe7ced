package import Foundation
package import JourneyBase
import JourneyWire

/// The data an issuer signs so that a device binds a pass to an account: the account, the pass, and the URL for the device's
/// answer.
///
/// The JSON is encoded once, and exactly those bytes are signed and sent. A second encoding could differ, and the device would
/// refuse it.
package struct IssuerBindingData: Sendable {
    /// The signed bytes: UTF-8 JSON.
    package let bytes: [UInt8]
    /// The issuer's host.
    package let relyingPartyIdentifier: String
    /// The account at the issuer, as a stable opaque name.
    package let accountHash: String
    /// The key that the account already has on the device; `nil` when there is none.
    package let keyHash: String?
    /// The time of creation.
    package let created: Date
    /// The session id, which the device's answer contains.
    package let sessionIdentifier: String
    /// The URL to which the device sends its answer.
    package let callback: HTTPSURL
    package let names: PassSignerNames
    /// The issuer's name for display.
    package let displayableName: String

    /// The longest data accepted, in bytes.
    package static let longest = 8_192

    /// An error for bytes that are not binding data. `member` is the missing or invalid member; `nil` when the bytes are not a
    /// JSON object.
    package struct Unreadable: Error, Hashable, Sendable { package let member: String? }

    package init(
        relyingPartyIdentifier: String, accountHash: String, keyHash: String? = nil, created: Date,
        sessionIdentifier: String, callback: HTTPSURL, names: PassSignerNames, displayableName: String
    ) {
        var profile: [String: JSONValue] = [
            "relyingPartyIdentifier": .string(relyingPartyIdentifier), "accountHash": .string(accountHash),
        ]
        if let keyHash { profile[SignedBinding.hash] = .string(keyHash) }
        let seconds = Date(timeIntervalSince1970: created.timeIntervalSince1970.rounded(.down))
        bytes =
            JSONValue.object([
                "fidoProfile": .object(profile), "creationTimestamp": .string(seconds.formatted(.iso8601)),
                PassContract.sessionIdentifier: .string(sessionIdentifier),
                "callbackURL": .string(callback.description),
                "passTypeIdentifier": .string(names.passTypeIdentifier),
                "teamIdentifier": .string(names.teamIdentifier), "displayableName": .string(displayableName),
            ]).compactBytes
        self.relyingPartyIdentifier = relyingPartyIdentifier
        self.accountHash = accountHash
        self.keyHash = keyHash
        self.created = seconds
        self.sessionIdentifier = sessionIdentifier
        self.callback = callback
        self.names = names
        self.displayableName = displayableName
    }

    /// Parses binding data from another producer; `bytes` stay unchanged. Unknown members are ignored.
    package init(reading bytes: [UInt8]) throws(Unreadable) {
        guard
            let object = try? JSONReader.read(bytes, limits: JSONLimits(bytes: IssuerBindingData.longest, depth: 4))
                .object
        else { throw Unreadable(member: nil) }
        func text(_ name: String, in object: [String: JSONValue]?) throws(Unreadable) -> String {
            guard let text = object?[name]?.string, !text.isEmpty else { throw Unreadable(member: name) }
            return text
        }
        let profile = object["fidoProfile"]?.object
        relyingPartyIdentifier = try text("relyingPartyIdentifier", in: profile)
        accountHash = try text("accountHash", in: profile)
        if let hash = profile?[SignedBinding.hash] {
            guard let hash = hash.string else { throw Unreadable(member: SignedBinding.hash) }
            keyHash = hash
        } else {
            keyHash = nil
        }
        let time = try text("creationTimestamp", in: object)
        guard PassDate.isGood(time), let created = try? Date(time, strategy: .iso8601) else {
            throw Unreadable(member: "creationTimestamp")
        }
        self.created = created
        sessionIdentifier = try text(PassContract.sessionIdentifier, in: object)
        guard let callback = HTTPSURL(try text("callbackURL", in: object)) else {
            throw Unreadable(member: "callbackURL")
        }
        self.callback = callback
        let type = try text("passTypeIdentifier", in: object)
        guard PassNames.isType(type) else { throw Unreadable(member: "passTypeIdentifier") }
        let team = try text("teamIdentifier", in: object)
        guard PassNames.isTeam(team) else { throw Unreadable(member: "teamIdentifier") }
        names = PassSignerNames(passTypeIdentifier: type, teamIdentifier: team)
        displayableName = try text("displayableName", in: object)
        self.bytes = bytes
    }
}
