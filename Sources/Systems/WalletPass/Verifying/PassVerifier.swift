package import Foundation
import JourneyBase
package import JourneyCrypto

/// Verifies a pass's signature and content in the way Wallet does when the pass is added.
package struct PassVerifier: Sendable {
    /// A reason for rejecting a pass.
    package enum Failure: Error, Hashable, Sendable {
        case archive(ZipError)
        /// A required part is missing or cannot be read.
        case missing(String)
        /// A file that is missing from the manifest.
        case notListed(String)
        case notThere(String)
        /// A file differs from what was signed.
        case changed(String)
        case signature(CMSError)
        /// The signature has no signing time, which Wallet requires.
        case noSigningTime
        /// The signer's certificate is not for passes, or for another type or team than the pass.
        case signer
    }

    /// The result for a verified pass.
    package struct Verified: Sendable {
        /// The files by path, without manifest and signature.
        package let files: [String: [UInt8]]
        package let names: PassSignerNames
        package let serialNumber: String
        /// The signing time that the signer claims.
        package let signingTime: Date
        /// The path from the signer to the anchor.
        package let path: CertificatePath
        /// The remaining problems with the content.
        package let faults: [PassFault]
    }

    private let validator: CertificateValidator
    private let others: [Certificate]

    /// Creates a verifier that trusts `anchors`. `intermediates` supplement the certificates in the pass.
    package init(anchors: [TrustAnchor], intermediates: [Certificate] = []) {
        validator = CertificateValidator(anchors: anchors, profile: .signer)
        others = intermediates
    }

    /// The complete result for a pass, verified or not.
    package struct Examination: Sendable {
        /// The files by path, without manifest and signature; empty when the archive cannot be read.
        package internal(set) var files: [String: [UInt8]] = [:]
        /// The reasons for rejection, in the order of the checks; empty for a verified pass.
        package internal(set) var failures: [Failure] = []
        /// The problems with the content.
        package internal(set) var faults: [PassFault] = []
        /// The result of verification; `nil` for a rejected pass.
        package internal(set) var verified: Verified?
    }

    /// Verifies the signature and all signed files at `time`. Throws the first failure.
    package func verify(_ pass: [UInt8], at time: Date) throws(Failure) -> Verified {
        let examination = examine(pass, at: time)
        guard let verified = examination.verified else {
            throw examination.failures.first ?? .missing("pass.json")
        }
        return verified
    }

    /// Examines the pass and collects all failures instead of stopping at the first.
    package func examine(_ pass: [UInt8], at time: Date) -> Examination {
        var found = Examination()
        do throws(ZipError) { found.files = try ZipArchive(pass).files } catch {
            found.failures = [.archive(error)]
            return found
        }
        let manifest = found.files.removeValue(forKey: "manifest.json")
        let signature = found.files.removeValue(forKey: "signature")
        if manifest == nil { found.failures.append(.missing("manifest.json")) }
        if signature == nil { found.failures.append(.missing("signature")) }
        let digests = manifest.flatMap(PassManifest.read)
        if manifest != nil, digests == nil { found.failures.append(.missing("manifest.json")) }
        var signed: (names: PassSignerNames, time: Date, path: CertificatePath)?
        var isWeak = false
        if let manifest, digests != nil, let signature {
            do throws(Failure) {
                let judged = try manifestSigner(of: manifest, signature, at: time)
                signed = judged.signer
                isWeak = judged.isWeak
            } catch {
                found.failures.append(error)
            }
        }
        if let digests { found.failures += PassVerifier.compare(found.files, with: digests) }
        found.faults = PassCheck.faults(in: found.files, signer: signed?.names)
        if isWeak { found.faults.append(.weakDigest) }
        let limits = JSONLimits(bytes: PassCheck.longestContent, depth: 16)
        guard let content = try? JSONReader.read(found.files["pass.json"] ?? [], limits: limits) else {
            found.failures.append(.missing("pass.json"))
            return found
        }
        if let signed,
            content["passTypeIdentifier"]?.string != signed.names.passTypeIdentifier
                || content["teamIdentifier"]?.string != signed.names.teamIdentifier
        {
            found.failures.append(.signer)
        }
        let serial = content["serialNumber"]?.string ?? ""
        if serial.isEmpty { found.failures.append(.missing("serialNumber")) }
        guard found.failures.isEmpty, let signed else { return found }
        found.verified = Verified(
            files: found.files, names: signed.names, serialNumber: serial, signingTime: signed.time, path: signed.path,
            faults: found.faults)
        return found
    }

    /// Returns the failures of files that differ from the manifest.
    private static func compare(_ files: [String: [UInt8]], with digests: [String: String]) -> [Failure] {
        files.keys.sorted().filter { digests[$0] == nil }.map { .notListed($0) }
            + digests.sorted { $0.key < $1.key }.compactMap { name, digest in
                guard let bytes = files[name] else { return .notThere(name) }
                return PassManifest.digest(of: bytes) == digest ? nil : .changed(name)
            }
    }

    /// Verifies binding data and returns its signer, the pass type and team, and the claimed signing time.
    package func signer(
        of content: [UInt8], _ signature: [UInt8], at time: Date
    ) throws(Failure) -> (names: PassSignerNames, time: Date, path: CertificatePath) {
        let verified: CMSSignedData.Verified
        do throws(CMSError) {
            verified = try CMSSignedData(signature).verify(content, validator: validator, at: time, others: others)
        } catch { throw .signature(error) }
        return try PassVerifier.signer(verified)
    }

    /// Verifies a manifest and returns its signer, and whether the signature is weak; Wallet accepts weak ones here.
    private func manifestSigner(
        of manifest: [UInt8], _ signature: [UInt8], at time: Date
    ) throws(Failure) -> (signer: (names: PassSignerNames, time: Date, path: CertificatePath), isWeak: Bool) {
        let message: CMSSignedData
        let verified: CMSSignedData.Verified
        do throws(CMSError) {
            message = try CMSSignedData(signature)
            verified = try message.verified(of: manifest, validator, at: time, others)
        } catch { throw .signature(error) }
        return (try PassVerifier.signer(verified), message.isWeak)
    }

    private static func signer(
        _ verified: CMSSignedData.Verified
    ) throws(Failure) -> (names: PassSignerNames, time: Date, path: CertificatePath) {
        guard let signingTime = verified.signingTime else { throw .noSigningTime }
        guard let names = PassSignerNames(verified.path.leaf) else { throw .signer }
        return (names, signingTime, verified.path)
    }
}
