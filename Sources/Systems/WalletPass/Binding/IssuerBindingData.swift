package import Foundation
package import JourneyBase

/// What an issuer signs so that a device binds a pass to an account: whose account, which pass, and where to send what the
/// device signs.
///
/// Its JSON is written once, when it is made, and those bytes are signed and sent: two writings could differ, and then the
/// device refuses.
package struct IssuerBindingData: Sendable {
    /// Exactly what is signed and sent: UTF-8 JSON.
    package let bytes: [UInt8]
    /// The issuer's host.
    package let relyingPartyIdentifier: String
    /// The account at the issuer, under a name that stays the same and says nothing.
    package let accountHash: String
    /// The key that the account has on the device already, if it has one.
    package let keyHash: String?
    /// When the issuer has made it.
    package let created: Date
    /// Comes back with the device's answer.
    package let sessionIdentifier: String
    /// Where the device sends it.
    package let callback: HTTPSURL
    package let names: PassSignerNames
    /// What the person sees as the issuer.
    package let displayableName: String

    /// The longest that is read, in bytes.
    package static let longest = 8_192

    /// Why bytes are no binding data: the member that is missing or not right, or `nil` when they are no JSON object.
    package struct Unreadable: Error, Hashable, Sendable { package let member: String? }

    package init(
        relyingPartyIdentifier: String, accountHash: String, keyHash: String? = nil, created: Date,
        sessionIdentifier: String, callback: HTTPSURL, names: PassSignerNames, displayableName: String
    ) {
        var profile: [String: JSONValue] = [
            "relyingPartyIdentifier": .string(relyingPartyIdentifier), "accountHash": .string(accountHash),
        ]
        if let keyHash { profile["keyHash"] = .string(keyHash) }
        let seconds = Date(timeIntervalSince1970: created.timeIntervalSince1970.rounded(.down))
        bytes =
            JSONValue.object([
                "fidoProfile": .object(profile), "creationTimestamp": .string(seconds.formatted(.iso8601)),
                "sessionIdentifier": .string(sessionIdentifier), "callbackURL": .string(callback.description),
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

    /// Binding data as somebody else wrote it; `bytes` stay as they are. Members that are not known are passed over.
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
        if let hash = profile?["keyHash"] {
            guard let hash = hash.string else { throw Unreadable(member: "keyHash") }
            keyHash = hash
        } else {
            keyHash = nil
        }
        let time = try text("creationTimestamp", in: object)
        guard PassDate.isGood(time), let created = try? Date(time, strategy: .iso8601) else {
            throw Unreadable(member: "creationTimestamp")
        }
        self.created = created
        sessionIdentifier = try text("sessionIdentifier", in: object)
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
