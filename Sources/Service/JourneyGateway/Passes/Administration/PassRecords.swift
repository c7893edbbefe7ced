package import Foundation

/// A client, the owner of passes, API users and pass types.
package struct PassClient: Sendable, Hashable {
    let id: Int64
    package let name: String
    package let created: Date
    package let isDeleted: Bool
}

/// An API user who calls the service for a client. Its token is stored as its SHA-256.
package struct PassUser: Sendable, Hashable {
    let id: Int64
    package let name: String
    package let created: Date
    package let isRevoked: Bool
    package let isDeleted: Bool
}

/// A client's pass type.
package struct PassType: Sendable, Hashable {
    package let identifier: String
    package let client: String
    package let team: String
    package let organization: String
}

/// A tag, by which apps refer to a pass.
package struct PassTag: Sendable, Hashable {
    /// The value of `pronto_tag_id`.
    package let id: Int64
    package let reference: String
    package let subscription: String?
    /// The type and serial number of the tag's pass; `nil` without one.
    package let pass: PassKey?
}
