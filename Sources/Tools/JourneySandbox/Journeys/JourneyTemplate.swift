package import Foundation
package import JourneyBase
package import JourneyCrypto
import JourneyLanguage

/// A journey's manifest and OpenAPI bundle with `{{name}}` placeholders for values known at run time.
package struct JourneyTemplate: Sendable {
    package let id: JourneyID
    private let manifest: JSONValue
    private let openAPI: JSONValue

    /// The servers and times for which a manifest is signed.
    package struct Setting: Sendable {
        package var gateway: Origin
        package var bank: Origin
        package var notBefore: Date
        package var notAfter: Date
        /// The sequence number that replaces the manifest's own, if it has one.
        package var sequence: Int64?

        package init(gateway: Origin, bank: Origin, notBefore: Date, notAfter: Date, sequence: Int64? = nil) {
            self.gateway = gateway
            self.bank = bank
            self.notBefore = notBefore
            self.notAfter = notAfter
            self.sequence = sequence
        }
    }

    /// Reads the bundled journey `name`. Throws `SERVER_ERROR` if it can't be read.
    package init(named name: String) throws(JourneyError) {
        guard let id = JourneyID(name), let manifest = JourneyTemplate.read(name, "manifest.json"),
            let openAPI = JourneyTemplate.read(name, "openapi.json")
        else { throw JourneyError(.serverError, "The bundled files of the journey \(name) cannot be read.") }
        self.id = id
        self.manifest = manifest
        self.openAPI = openAPI
    }

    /// Creates a template from other files. Throws `MANIFEST_INVALID` if the manifest has no valid journey id.
    package init(manifest: JSONValue, openAPI: JSONValue) throws(JourneyError) {
        guard let id = manifest["journeyId"]?.string.flatMap({ JourneyID($0) }) else {
            throw JourneyError(.manifestInvalid, "The manifest has no valid journeyId.")
        }
        self.id = id
        self.manifest = manifest
        self.openAPI = openAPI
    }

    private static func read(_ folder: String, _ file: String) -> JSONValue? {
        let url = SandboxResources.journeys.appendingPathComponent(folder).appendingPathComponent(file)
        return (try? Data(contentsOf: url)).flatMap { try? JSONReader.read(Array($0)) }
    }

    /// Returns the bundle for these servers, and the signed manifest that pins it.
    package func signed(
        for setting: Setting, key: any SigningKey, keyID: String
    ) async throws(JourneyError) -> (manifest: [UInt8], openAPI: [UInt8]) {
        var values = [
            "gateway": setting.gateway.description, "bank": setting.bank.description,
            "notBefore": setting.notBefore.ISO8601Format(), "notAfter": setting.notAfter.ISO8601Format(),
        ]
        let bundle = openAPI.filled(with: values).compactBytes
        values["oapiSha256"] = Hex.encode(SHA256.hash(bundle))
        var members = manifest.filled(with: values).object ?? [:]
        if let sequence = setting.sequence, members["sequence"] != nil {
            members["sequence"] = .number(JSONNumber(sequence))
        }
        let signed = try await ManifestSigner.sign(.object(members), key: key, kid: keyID)
        return (signed.compactBytes, bundle)
    }
}

extension JSONValue {
    /// Returns the value with `{{name}}` placeholders in its strings replaced.
    fileprivate func filled(with values: [String: String]) -> JSONValue {
        switch self {
        case .string(let text):
            .string(values.reduce(text) { $0.replacing("{{\($1.key)}}", with: $1.value) })
        case .array(let elements): .array(elements.map { $0.filled(with: values) })
        case .object(let members): .object(members.mapValues { $0.filled(with: values) })
        default: self
        }
    }
}
