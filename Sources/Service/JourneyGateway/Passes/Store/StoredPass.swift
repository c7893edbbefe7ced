package import Foundation
package import JourneyBase
import JourneyServer

/// A pass as it is kept: what is its own. What all passes of its type share is the type's template.
package struct StoredPass: Sendable, Identifiable {
    package let id: Int64
    package let passTypeIdentifier: String
    /// Whose certificate signs it, as it was when the client was given the type.
    let teamIdentifier: String
    package let serialNumber: String
    /// What a device says to be told of updates; part of the pass.
    package let authenticationToken: String
    /// What the template's placeholders stand for.
    package let values: [String: JSONValue]
    /// The holder's account, under a name that stays the same and says nothing.
    let accountHash: String
    /// What the device has signed, in lower-case hexadecimal digits, once the pass is bound.
    package private(set) var binding: String?
    /// The device's key, in the same form.
    package private(set) var keyHash: String?
    let organizationName: String
    /// When it was last changed, to the millisecond.
    package private(set) var updated: Date
    package let isVoided: Bool

    /// What placeholders stand for, from their text in the database.
    static func values(_ text: String) -> [String: JSONValue] {
        (try? JSONReader.read(Array(text.utf8)))?.object ?? [:]
    }

    /// The same pass, bound by what a device has signed, at `moment`. The key is that device's: the one before is not kept.
    func bound(_ binding: String, keyHash: String?, at moment: Date) -> StoredPass {
        var pass = self
        (pass.binding, pass.keyHash, pass.updated) = (binding, keyHash, moment)
        return pass
    }
}

extension StoredPass {
    /// The first twelve columns: number, type, serial number, token, values, account, binding, key, organization, when it was
    /// changed, whether it is void, and team.
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
    /// Without its token, its values and what binds it.
    package var description: String { "StoredPass(\(passTypeIdentifier)/\(serialNumber))" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
