package import Foundation
package import JourneyBase
package import JourneyCrypto
import JourneyLanguage

/// A journey's manifest and OpenAPI bundle as files, with `{{name}}` where something is known only at run time.
package struct JourneyTemplate: Sendable {
    package let id: JourneyID
    private let manifest: JSONValue
    private let openAPI: JSONValue

    /// What a manifest must know of the servers it runs against.
    package struct Setting: Sendable {
        package var gateway: Origin
        package var bank: Origin
        package var notBefore: Date
        package var notAfter: Date
        /// In place of the manifest's own number, where it has one.
        package var sequence: Int64?

        package init(gateway: Origin, bank: Origin, notBefore: Date, notAfter: Date, sequence: Int64? = nil) {
            self.gateway = gateway
            self.bank = bank
            self.notBefore = notBefore
            self.notAfter = notAfter
            self.sequence = sequence
        }
    }

    /// The journey in the folder called `name`. Throws `SERVER_ERROR` when it cannot be read.
    package init(named name: String) throws(JourneyError) {
        guard let id = JourneyID(name), let manifest = JourneyTemplate.read(name, "manifest.json"),
            let openAPI = JourneyTemplate.read(name, "openapi.json")
        else { throw JourneyError(.serverError, "The journey's files cannot be read.") }
        self.id = id
        self.manifest = manifest
        self.openAPI = openAPI
    }

    /// A journey of somebody else's files. Throws `MANIFEST_INVALID` when the manifest names no journey.
    package init(manifest: JSONValue, openAPI: JSONValue) throws(JourneyError) {
        guard let id = manifest["journeyId"]?.string.flatMap({ JourneyID($0) }) else {
            throw JourneyError(.manifestInvalid, "The manifest has no journeyId.")
        }
        self.id = id
        self.manifest = manifest
        self.openAPI = openAPI
    }

    private static func read(_ folder: String, _ file: String) -> JSONValue? {
        let url = SandboxResources.journeys.appendingPathComponent(folder).appendingPathComponent(file)
        return (try? Data(contentsOf: url)).flatMap { try? JSONReader.read(Array($0)) }
    }

    /// The bundle for these servers, and the manifest that pins it, signed.
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
    /// The value with `{{name}}` in its texts replaced.
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
