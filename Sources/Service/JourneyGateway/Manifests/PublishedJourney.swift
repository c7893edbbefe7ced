import Foundation
public import JourneyBase
public import JourneyCrypto
import JourneyLanguage

/// A journey ready to be served: the exact bytes of its signed manifest and of the OpenAPI bundle it pins.
public struct PublishedJourney: Hashable, Sendable {
    public let id: JourneyID
    /// Grows with each manifest of the journey; 0 for a manifest of version 1.1, which has none.
    public let sequence: Int64
    public let manifest: [UInt8]
    /// SHA-256 of the manifest's RFC 8785 form without the signature: what session proofs name.
    let manifestHash: [UInt8]
    public let openAPI: [UInt8]

    /// Checks what a gateway must never serve: a manifest that its own keys do not verify, that belongs to another
    /// journey, or that pins another bundle.
    ///
    /// Throws `MANIFEST_INVALID`, `MANIFEST_MISMATCH`, `MANIFEST_SIGNATURE`, `OAPI_INVALID` or `OAPI_HASH`. Whether the
    /// manifest makes sense is for the linter, before it is signed.
    public init(id: JourneyID, manifest: [UInt8], openAPI: [UInt8], keys: JWKSet) throws(JourneyError) {
        guard case .object(var members) = try? JSONReader.read(manifest, limits: .manifest),
            case .string(let signature)? = members["signature"]
        else { throw JourneyError(.manifestInvalid, "The manifest is no JSON object with a signature.") }
        guard members["journeyId"] == .string(id.rawValue) else {
            throw JourneyError(.manifestMismatch, "The manifest belongs to another journey.")
        }
        members["signature"] = nil
        guard let signed = JSONValue.object(members).canonicalBytes,
            (try? DetachedJWS.verify(signature, payload: signed, keys: keys)) != nil
        else { throw JourneyError(.manifestSignature, "The gateway's own keys do not verify the manifest.") }
        do { _ = try JSONReader.read(openAPI, limits: .openAPIBundle) } catch {
            throw JourneyError(.oapiInvalid, "The OpenAPI bundle is no strict JSON: \(error).")
        }
        if let pinned = members["oapiSha256"], pinned != .string(Hex.encode(SHA256.hash(openAPI))) {
            throw JourneyError(.oapiHash, "The manifest pins another OpenAPI bundle.")
        }
        self.id = id
        self.sequence = members["sequence"]?.int64 ?? 0
        self.manifest = manifest
        manifestHash = SHA256.hash(signed)
        self.openAPI = openAPI
    }
}
