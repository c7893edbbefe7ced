package import Foundation
package import JourneyBase
import JourneyServer

/// The stored record of a pass: its individual data. The rest comes from its type's template.
package struct StoredPass: Sendable, Identifiable {
    package let id: Int64
    package let passTypeIdentifier: String
    /// The team whose certificate signs it, as of the assignment of the type to the client.
    let teamIdentifier: String
    package let serialNumber: String
    /// The token a device sends to get updates; part of the pass.
    package let authenticationToken: String
    /// The values of the template's placeholders.
    package let values: [String: JSONValue]
    /// The permanent pseudonym of the holder's account.
    let accountHash: String
    /// The device's signature in lower-case hexadecimal digits; `nil` until the pass is bound.
    package private(set) var binding: String?
    /// The hash of the device's key, in the same form.
    package private(set) var keyHash: String?
    let organizationName: String
    /// The time of the last change, with millisecond precision.
    package private(set) var updated: Date
    package let isVoided: Bool

    /// Parses placeholder values stored as text.
    static func values(_ text: String) -> [String: JSONValue] {
        (try? JSONReader.read(Array(text.utf8)))?.object ?? [:]
    }

    /// Returns the pass bound with a device's signature at `moment`. The device's key replaces an earlier one.
    func bound(_ binding: String, keyHash: String?, at moment: Date) -> StoredPass {
        var pass = self
        (pass.binding, pass.keyHash, pass.updated) = (binding, keyHash, moment)
        return pass
    }
}

extension StoredPass {
    /// Reads the first twelve columns: id, type, serial number, token, values, account, binding, key, organization, change time,
    /// void flag, and team.
    init(_ row: Row) throws(DatabaseError) {
        id = try row[0]
        passTypeIdentifier = try row[1]
        serialNumber = try row[2]
        authenticationToken = try row[3]
        values = StoredPass.values(try row[4])
        accountHash = try row[5]
        binding = try row[6]
        keyHash = try row[7]
        organizationName = try row[8]
        updated = PassStore.date(try row[9])
        isVoided = try row[10]
        teamIdentifier = try row[11]
    }
}

extension StoredPass: CustomStringConvertible, CustomReflectable {
    /// The pass's type and serial number, without token, values and binding.
    package var description: String { "StoredPass(\(passTypeIdentifier)/\(serialNumber))" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
