import CredentialSharing
import Foundation
import JourneyBase
import JourneyCLI
import JourneyDevice

/// The documents of a command, in a persistent store or in a temporary one.
struct Wallet {
    let store: CredentialStore
    /// The temporary folder to remove at the end.
    private let passing: String?

    init(_ invocation: Invocation, _ language: Language) async throws {
        let files = try HeldFiles(invocation.arguments(.document), invocation)
        if let folder = invocation.value(.store) {
            passing = nil
            store = CredentialStore(store: try SealedFileStore(directory: folder))
        } else {
            let folder = FileManager.default.temporaryDirectory.path + "/journey-wallet-\(UUID().uuidString)"
            passing = folder
            store = CredentialStore(store: try SealedFileStore(directory: folder))
        }
        do { try await files.add(to: store, isKept: passing == nil, in: language) } catch {
            remove()
            throw error
        }
    }

    /// Returns the identifiers of the documents.
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
    /// Creates the error of a store, under its own code. A store in use is a temporary failure.
    init(_ fault: CredentialError, about name: String? = nil) {
        self.init(
            fault.reason == .inUse ? .failed : .badInput, code: fault.reason.rawValue,
            (name.map { "\($0): " } ?? "") + fault.message)
    }
}
