import Foundation
import JourneyBase
import JourneyCLI
import JourneyDocumentTool
import JourneyScreens
import Synchronization

/// The fixtures of a sharing demo: an authority, a licence with its key, a reader with a certificate. In a private folder that is
/// removed with the demo.
struct SharingFixtures: Sendable {
    static let readerName = "Utopia Bar"

    let folder: String
    var licence: String { folder + "/licence.hex" }
    var authority: String { folder + "/office/iaca.pem" }
    var reader: String { folder + "/reader" }
    var readerRoot: String { folder + "/reader/root.pem" }

    init() async throws {
        // A short path, because it also holds a socket, whose path length is limited.
        folder = "\(NSTemporaryDirectory())/journey-demo-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        do {
            try Support.write(SharingFixtures.person.compactBytes, to: folder + "/person.json")
            try await SharingFixtures.command([
                "issue", folder + "/person.json", "-a", folder + "/office", "--new-authority", "Utopia IACA", "-o",
                licence,
            ])
            try await SharingFixtures.command(["reader", reader, "--name", SharingFixtures.readerName])
        } catch {
            remove()
            throw error
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// The data of a fictional person.
    private static var person: JSONValue {
        let today = Date()
        func day(_ years: Double) -> JSONValue {
            .string(String((today + years * 365.25 * 86_400).formatted(.iso8601).prefix(10)))
        }
        return [
            "family_name": "Halloran", "given_name": "Rowan", "birth_date": day(-34), "issue_date": day(-2),
            "expiry_date": day(8), "issuing_country": "UT", "issuing_authority": "Utopia Roads",
            "document_number": "UT-1234567", "portrait": .string(Base64URL.encode(ScreenGallery.portrait)),
            "un_distinguishing_sign": "UT",
            "driving_privileges": [["vehicle_category_code": "B", "expiry_date": day(8)]],
            "age_over_18": true, "age_over_21": true, "age_over_65": false,
        ]
    }

    private static func command(_ words: [String]) async throws {
        let output = Mutex("")
        let quiet = JourneyCLI.Terminal(
            out: { _ in }, err: { text in output.withLock { $0 += text } })
        let program = Program(
            Command("journey", summary: "", subcommands: [DocumentCommand.command]), version: JourneyCommand.version)
        guard await program.run(["mdoc"] + words, terminal: quiet) == .done else {
            throw CommandError.failed(.demoDocument, output.withLock { $0 })
        }
    }
}
