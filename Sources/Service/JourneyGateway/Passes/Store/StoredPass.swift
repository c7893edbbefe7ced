public import Foundation
public import JourneyBase
import JourneyServer

/// A pass as it is kept: what is its own. What all passes of its type share is the type's template.
public struct StoredPass: Sendable, Identifiable {
    public let id: Int64
    public let passTypeIdentifier: String
    public let serialNumber: String
    /// What a device says to be told of updates; part of the pass. Compared with `isAuthenticated`.
    public let authenticationToken: String
    /// What the template's placeholders stand for.
    public let values: [String: JSONValue]
    /// The holder's account, under a name that stays the same and says nothing.
    public let accountHash: String
    /// What the device has signed, in lower-case hexadecimal digits, once the pass is bound.
    public let binding: String?
    /// The device's key, in the same form.
    public let keyHash: String?
    public let organizationName: String
    /// When it was last changed, to the millisecond.
    public let updated: Date
    public let isVoided: Bool

    /// Whether `token` is this pass's; takes the same time for each that is as long.
    public func isAuthenticated(by token: String) -> Bool {
        Secret(copying: authenticationToken.utf8).hasSameBytes(as: Secret(copying: token.utf8))
    }

    init(_ row: Row, from first: Int = 0) throws(DatabaseError) {
        id = try row[first]
        passTypeIdentifier = try row[first + 1]
        serialNumber = try row[first + 2]
        authenticationToken = try row[first + 3]
        values = StoredPass.values(try row[first + 4])
        accountHash = try row[first + 5]
        binding = try row[first + 6]
        keyHash = try row[first + 7]
        organizationName = try row[first + 8]
        let milliseconds: Int64 = try row[first + 9]
        updated = Date(timeIntervalSince1970: TimeInterval(milliseconds) / 1_000)
        isVoided = try row[first + 10]
    }

    init(
        id: Int64, passTypeIdentifier: String, serialNumber: String, authenticationToken: String,
        values: [String: JSONValue], accountHash: String, binding: String?, keyHash: String?, organizationName: String,
        updated: Date, isVoided: Bool
    ) {
        self.id = id
        self.passTypeIdentifier = passTypeIdentifier
        self.serialNumber = serialNumber
        self.authenticationToken = authenticationToken
        self.values = values
        self.accountHash = accountHash
        self.binding = binding
        self.keyHash = keyHash
        self.organizationName = organizationName
        self.updated = updated
        self.isVoided = isVoided
    }

    /// What placeholders stand for, from their text in the database.
    static func values(_ text: String) -> [String: JSONValue] {
        (try? JSONReader.read(Array(text.utf8)))?.object ?? [:]
    }

    /// The same pass, bound by what a device has signed, at `moment`. The key is that device's: the one before is not kept.
    func bound(_ binding: String, keyHash: String?, at moment: Date) -> StoredPass {
        StoredPass(
            id: id, passTypeIdentifier: passTypeIdentifier, serialNumber: serialNumber,
            authenticationToken: authenticationToken, values: values, accountHash: accountHash, binding: binding,
            keyHash: keyHash, organizationName: organizationName, updated: moment, isVoided: isVoided)
    }
}

extension StoredPass: CustomStringConvertible, CustomReflectable {
    /// Without its token, its values and what binds it.
    public var description: String { "StoredPass(\(passTypeIdentifier)/\(serialNumber))" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
