public import Foundation

/// A client: whose passes, API users and pass types they are.
public struct PassClient: Sendable, Hashable {
    public let id: Int64
    public let name: String
    public let created: Date
    public let isDeleted: Bool
}

/// Who calls the service for a client, by a token that is kept as its SHA-256.
public struct PassUser: Sendable, Hashable {
    public let id: Int64
    public let name: String
    public let created: Date
    public let isRevoked: Bool
    public let isDeleted: Bool
}

/// A pass type of a client's.
public struct PassType: Sendable, Hashable {
    public let identifier: String
    public let client: String
    public let team: String
    public let organization: String
}

/// What apps name a pass by.
public struct PassTag: Sendable, Hashable {
    /// What `pronto_tag_id` is.
    public let id: Int64
    public let reference: String
    public let subscription: String?
    /// The pass on it: type and number; `nil` when there is none.
    public let pass: PassKey?
}
