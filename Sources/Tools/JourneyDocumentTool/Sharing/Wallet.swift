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
        let files = try HeldFiles(invocation.arguments(.document), invocation)
        if let folder = invocation.value(.store) {
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

    /// The documents that are there.
    func cards() async throws -> [Credential.ID] {
        do { return try await store.credentials().map(\.id) } catch let fault as CredentialError {
            throw CommandError(fault)
        }
    }

    func remove() {
        if let passing { try? FileManager.default.removeItem(atPath: passing) }
    }
}

extension CommandError {
    /// What the store says, under its own code; whom somebody else keeps out can come back.
    init(_ fault: CredentialError, about name: String? = nil) {
        self.init(
            fault.reason == .inUse ? .failed : .badInput, code: fault.reason.rawValue,
            (name.map { "\($0): " } ?? "") + fault.message)
    }
}
