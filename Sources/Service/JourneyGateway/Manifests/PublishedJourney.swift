public import Foundation
public import JourneyBase
import JourneyCrypto
public import JourneyLanguage

/// A journey to be served: the exact bytes of its signed manifest and of the OpenAPI bundle it pins.
public struct PublishedJourney: Hashable, Sendable {
    let id: JourneyID
    /// The sequence number, which grows with each manifest of the journey; 0 for version 1.1, which has none.
    let sequence: Int64
    let manifest: [UInt8]
    /// SHA-256 of the manifest's RFC 8785 form without the signature; session proofs contain it.
    let manifestHash: [UInt8]
    let openAPI: [UInt8]

    /// The current validity for devices, which would accept the manifest otherwise.
    let validity: Validity
}

extension PublishedJourney {
    /// Verifies a journey as devices do: refuses a manifest that `keys` don't verify, that belongs to another journey or issuer,
    /// whose version is too old, or that pins another bundle.
    ///
    /// The manifest's logic is checked by the linter, before it is signed.
    ///
    /// - Parameters:
    ///   - id: The id of the journey.
    ///   - manifest: The signed manifest, byte for byte.
    ///   - openAPI: The OpenAPI bundle that the manifest pins.
    ///   - keys: The issuer's key set.
    ///   - leastVersion: The lowest version of manifests that is accepted.
    ///   - now: The time.
    /// - Throws: The codes of `JourneyLoader.verify` except those about the validity period; `OAPI_INVALID` or `OAPI_HASH`.
    public init(
        id: JourneyID, manifest: [UInt8], openAPI: [UInt8], keys: ManifestKeySet, leastVersion: Journey.Version,
        now: Date
    ) throws(JourneyError) {
        let validity = try Validity { () throws(JourneyError) in
            let trust = ManifestTrust(
                keys: keys, leastVersion: leastVersion, now: now, sdkVersion: PublishedJourney.anySDK, journey: id)
            _ = try JourneyLoader.verify(manifest, trust: trust)
        }
        let published = try PublishedJourney(unchecked: id, manifest: manifest, openAPI: openAPI, validity: validity)
        do { _ = try JSONReader.read(openAPI, limits: .openAPIBundle) } catch {
            throw JourneyError(.oapiInvalid, "The OpenAPI bundle is not valid JSON: \(error).")
        }
        if let pinned = (try? JSONReader.read(manifest, limits: .manifest))?["oapiSha256"],
            pinned != .string(Hex.encode(SHA256.hash(openAPI)))
        {
            throw JourneyError(.oapiHash, "The manifest pins another OpenAPI bundle.")
        }
        self = published
    }

    /// Compiles the journey, as devices do before they run it.
    ///
    /// - Parameters:
    ///   - keys: The issuer's key set.
    ///   - leastVersion: The lowest version of manifests that is accepted.
    ///   - now: The time.
    /// - Returns: The journey with its calls.
    /// - Throws: The codes of `JourneyLoader.verify` and `JourneyLoader.compile`.
    func compiled(
        keys: ManifestKeySet, leastVersion: Journey.Version, now: Date
    ) throws(JourneyError) -> Journey {
        let trust = ManifestTrust(
            keys: keys, leastVersion: leastVersion, now: now, sdkVersion: PublishedJourney.anySDK, journey: id)
        do throws(JourneyError) {
            return try JourneyLoader.compile(JourneyLoader.verify(manifest, trust: trust), openAPI: openAPI)
        } catch { throw JourneyError(error.code, "\(id): \(error.message)") }
    }

    /// Creates an unverified journey, for test gateways that serve what devices must refuse. Throws `MANIFEST_INVALID` for
    /// anything but a JSON object.
    package init(unchecked id: JourneyID, manifest: [UInt8], openAPI: [UInt8]) throws(JourneyError) {
        try self.init(unchecked: id, manifest: manifest, openAPI: openAPI, validity: .valid)
    }

    private init(
        unchecked id: JourneyID, manifest: [UInt8], openAPI: [UInt8], validity: Validity
    ) throws(JourneyError) {
        let document: JSONValue
        do throws(JSONReadError) { document = try JSONReader.read(manifest, limits: .manifest) } catch {
            throw JourneyError(.manifestInvalid, "The manifest is not valid JSON: \(error).")
        }
        guard case .object(var members) = document else {
            throw JourneyError(.manifestInvalid, "The manifest is JSON, but not an object.")
        }
        members["signature"] = nil
        guard let signed = JSONValue.object(members).canonicalBytes else {
            throw JourneyError(.manifestInvalid, "The manifest has no canonical form (RFC 8785).")
        }
        self.init(
            id: id, sequence: members["sequence"]?.int64 ?? 0, manifest: manifest, manifestHash: SHA256.hash(signed),
            openAPI: openAPI, validity: validity)
    }

    /// A version above all others: a manifest may require an SDK that is newer than this gateway.
    private static let anySDK = "999999999"
}
