import Foundation
package import JourneyBase
import JourneyServer

/// The pass service's records for whoever keeps them: the database of a gateway's configuration, and what its files say of
/// pass types. The gateway may run meanwhile, here or elsewhere.
package struct PassAdministration: Sendable {
    package let store: PassStore
    /// Which devices have passes, and what was said of them.
    package let updates: PassUpdateStore
    /// By pass type identifier; empty where the files were not asked for.
    package let types: [String: PassTypeContent]
    private let factory: PassFactory?
    private let database: Database

    /// Opens the records, and with `readingTypes` certificates and templates as well: most work needs neither, nor the
    /// passwords that open them. Throws `CONFIGURATION_INVALID` for a file without `passes`, and what the files and the
    /// database throw.
    package static func open(
        configuration file: String, environment: String? = nil, readingTypes: Bool = true,
        dependencies: Dependencies = .system
    ) async throws(JourneyError) -> PassAdministration {
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
        let configuration = try GatewayConfiguration(
            reading: try GatewayFile.read(file, "configuration"), folder: folder, name: file, environment: environment)
        guard let passes = configuration.passes else {
            throw JourneyError(.configurationInvalid, "\(file) has no passes.")
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

    /// Refuses a pass that could not be made, or that Wallet would refuse, and among `names` a value that its template has no
    /// place for. Throws `RECORD_INVALID`.
    @Sendable package func check(_ pass: StoredPass, naming names: Set<String>) throws(JourneyError) {
        let faults = factory?.faults(of: pass, naming: names) ?? ["Its type was not read."]
        guard faults.isEmpty else { throw JourneyError(.recordInvalid, faults.joined(separator: " ")) }
    }

    package func close() { database.close() }
}
