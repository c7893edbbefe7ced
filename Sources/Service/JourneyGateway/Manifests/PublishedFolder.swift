import Foundation
import JourneyBase
import JourneyLanguage

/// The content that an operator publishes: a folder with one subfolder per journey (`manifest.json`, `openapi.json`), and
/// `remote-configuration.jws` next to them.
struct PublishedFolder {
    let journeys: [PublishedJourney]
    /// The signed document, or `nil` without one.
    let remoteConfiguration: [UInt8]?

    /// Reads and checks the whole folder. One invalid journey rejects all of it, so that a half-copied folder is never served.
    /// Throws `FILE_UNUSABLE` and the errors of `PublishedJourney`.
    init(
        _ folder: String, keys: ManifestKeySet, leastVersion: Journey.Version, now: Date
    ) throws(JourneyError) {
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
            throw GatewayFile.fault("publishedFolder", folder, "cannot be read: \(SystemCause.text(error))")
        }
        var journeys: [PublishedJourney] = []
        var document: [UInt8]?
        // Dot names are files still being written, or unrelated.
        for name in names.sorted() where !name.hasPrefix(".") {
            let path = "\(folder)/\(name)"
            if name == "remote-configuration.jws" {
                document = try GatewayFile.read(path, "publishedFolder", limit: 65_536, as: nil)
                while document?.last == UInt8(ascii: "\n") { document?.removeLast() }
                continue
            }
            guard let id = JourneyID(name) else {
                throw GatewayFile.fault("publishedFolder", path, "is not named by a valid journey id")
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
