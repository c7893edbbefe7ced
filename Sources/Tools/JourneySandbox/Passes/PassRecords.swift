import Foundation
package import JourneyBase
import JourneyGateway
package import JourneyServer

/// The records of the sandbox's pass service, changed from outside, as an administrator does it while the service runs.
package struct PassRecords: Sendable {
    private let store: PassStore

    /// Throws what the database throws.
    package init(_ place: DatabaseLocation) async throws {
        store = try await PassStore(try await Database.open(place))
    }

    /// Gives the pass of a tag new values beside those that it has.
    package func change(_ tag: String, _ values: [String: JSONValue]) async throws {
        try await store.changePass(on: tag, of: PassServer.client, values: values, now: Date())
    }
}
