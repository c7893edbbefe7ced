import CredentialSharing
import Foundation
import JourneyCLI
import JourneyDevice

/// The documents that a command shows, in a store that is kept, or in one that goes with the command.
struct Wallet {
    let store: CredentialStore
    /// What is removed at the end.
    private let passing: String?

    init(_ invocation: Invocation) async throws {
        let files = try HeldFiles(invocation.arguments("DOCUMENT"), invocation)
        if let folder = invocation.value("store") {
            passing = nil
            store = CredentialStore(store: try SealedFileStore(directory: folder))
        } else {
            let folder = FileManager.default.temporaryDirectory.path + "/journey-wallet-\(UUID().uuidString)"
            passing = folder
            store = CredentialStore(store: try SealedFileStore(directory: folder))
        }
        do { try await files.add(to: store, isKept: passing == nil) } catch {
            remove()
            throw error
        }
    }

    func remove() {
        if let passing { try? FileManager.default.removeItem(atPath: passing) }
    }
}
