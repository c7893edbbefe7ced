import Foundation
import JourneyBase
import JourneyLanguage

/// What an operator publishes: a folder with one folder for each journey (`manifest.json`, `openapi.json`), and beside them
/// `remote-configuration.jws`.
struct PublishedFolder {
    let journeys: [PublishedJourney]
    /// The signed document, or `nil` when there is none.
    let remoteConfiguration: [UInt8]?

    /// Reads and checks all of it: one bad journey voids the folder, so that a half-copied one is never served. Throws
    /// `FILE_UNUSABLE` and what `PublishedJourney` throws.
    init(
        _ folder: String, keys: ManifestKeySet, leastVersion: Journey.Version, now: Date
    ) throws(JourneyError) {
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
            throw GatewayFile.fault("publishedFolder", folder, "cannot be read")
        }
        var journeys: [PublishedJourney] = []
        var document: [UInt8]?
        // A name with a dot before it is being written, or none of ours.
        for name in names.sorted() where !name.hasPrefix(".") {
            let path = "\(folder)/\(name)"
            if name == "remote-configuration.jws" {
                document = try GatewayFile.read(path, "publishedFolder", limit: 65_536, as: nil)
                while document?.last == UInt8(ascii: "\n") { document?.removeLast() }
                continue
            }
            guard let id = JourneyID(name) else {
                throw GatewayFile.fault("publishedFolder", path, "is named like no journey")
            }
            let manifest = try GatewayFile.read(
                "\(path)/manifest.json", "publishedFolder", limit: JSONLimits.manifest.bytes, as: nil)
            let openAPI = try GatewayFile.read(
                "\(path)/openapi.json", "publishedFolder", limit: JSONLimits.openAPIBundle.bytes, as: nil)
            do {
                journeys.append(
                    try PublishedJourney(
                        id: id, manifest: manifest, openAPI: openAPI, keys: keys, leastVersion: leastVersion, now: now))
            } catch { throw JourneyError(error.code, "\(path): \(error.message)") }
        }
        self.journeys = journeys
        remoteConfiguration = document
    }
}
