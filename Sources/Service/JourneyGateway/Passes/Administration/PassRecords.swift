package import Foundation

/// A client: whose passes, API users and pass types they are.
package struct PassClient: Sendable, Hashable {
    let id: Int64
    package let name: String
    package let created: Date
    package let isDeleted: Bool
}

/// Who calls the service for a client, by a token that is kept as its SHA-256.
package struct PassUser: Sendable, Hashable {
    let id: Int64
    package let name: String
    package let created: Date
    package let isRevoked: Bool
    package let isDeleted: Bool
}

/// A pass type of a client's.
package struct PassType: Sendable, Hashable {
    package let identifier: String
    package let client: String
    package let team: String
    package let organization: String
}

/// What apps name a pass by.
package struct PassTag: Sendable, Hashable {
    /// What `pronto_tag_id` is.
    package let id: Int64
    package let reference: String
    package let subscription: String?
    /// The pass on it: type and number; `nil` when there is none.
    package let pass: PassKey?
}
