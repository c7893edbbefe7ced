import Foundation
package import JourneyBase
import JourneyGateway
package import JourneyServer

/// Changes the sandbox's pass records from another process, as an administrator would.
package struct PassRecords: Sendable {
    private let store: PassStore

    /// Opens the records. Throws the database's errors.
    package init(_ place: DatabaseLocation) async throws {
        store = try await PassStore(try await Database.open(place))
    }

    /// Sets values of a tag's pass; other values stay.
    package func change(_ tag: String, _ values: [String: JSONValue]) async throws {
        try await store.changePass(on: tag, of: PassServer.client, values: values, now: Date())
    }
}
