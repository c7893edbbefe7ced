import Foundation
package import JourneyBase
import JourneyServer

/// The pass service's records for an administrator: the database of a gateway's configuration, and the pass types of its files.
/// The gateway may be running at the same time, on any machine.
package struct PassAdministration: Sendable {
    package let store: PassStore
    /// Devices with passes, and pending updates.
    package let updates: PassUpdateStore
    /// Pass types by identifier; empty if they weren't read.
    package let types: [String: PassTypeContent]
    private let factory: PassFactory?
    private let database: Database

    /// Opens the records. `readingTypes` also reads certificates and templates, which most operations don't need. Throws
    /// `CONFIGURATION_INVALID` for a file without `passes`, and the errors of the files and the database.
    package static func open(
        configuration file: String, environment: String? = nil, readingTypes: Bool = true,
        dependencies: Dependencies = .system
    ) async throws(JourneyError) -> PassAdministration {
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
        let configuration = try GatewayConfiguration(
            reading: try GatewayFile.read(file, "configuration"), folder: folder, name: file, environment: environment)
        guard let passes = configuration.passes else {
            throw JourneyError(.configurationInvalid, "\(file) has no member passes; this gateway has no pass service.")
        }
        let content = readingTypes ? try PassContent(passes) : nil
        let place = try configuration.store.place()
        let database = try await JourneyError.translating { try await Database.open(place, dependencies: dependencies) }
        let port = configuration.publicPort ?? configuration.port
        return PassAdministration(
            store: try await PassStore(database), updates: try await PassUpdateStore(database),
            types: Dictionary((content?.types ?? []).map { ($0.identifier, $0) }) { first, _ in first },
            factory: try content?.factory(port: port == 0 ? 443 : port, dependencies: dependencies), database: database)
    }

    /// Checks that a pass can be built and is valid for Wallet, and that its template has a place for each of `names`. Throws
    /// `RECORD_INVALID`.
    @Sendable package func check(_ pass: StoredPass, naming names: Set<String>) throws(JourneyError) {
        let faults =
            factory?.faults(of: pass, naming: names) ?? ["The pass's type was not read from the configuration."]
        guard faults.isEmpty else { throw JourneyError(.recordInvalid, faults.joined(separator: " ")) }
    }

    package func close() { database.close() }
}
