package import Foundation
import JourneyBase
package import JourneyCrypto

/// Whether a pass is what its issuer has signed: as Wallet looks at it when it is added.
package struct PassVerifier: Sendable {
    /// Why a pass is not believed.
    package enum Failure: Error, Hashable, Sendable {
        case archive(ZipError)
        /// A part that has to be there is not, or cannot be read.
        case missing(String)
        /// A file that the manifest does not name, or one that it names and that is not there.
        case notListed(String)
        case notThere(String)
        /// A file is not what was signed.
        case changed(String)
        case signature(CMSError)
        /// The signer does not say when it signed, which Wallet wants.
        case noSigningTime
        /// The signer's certificate is for no pass, or for another type or team than the pass says.
        case signer
    }

    /// What holds of a pass that is believed.
    package struct Verified: Sendable {
        /// By path, without manifest and signature.
        package let files: [String: [UInt8]]
        package let names: PassSignerNames
        package let serialNumber: String
        /// A claim of the signer.
        package let signingTime: Date
        /// From the signer to the anchor.
        package let path: CertificatePath
        /// What is wrong with it all the same.
        package let faults: [PassFault]
    }

    private let validator: CertificateValidator
    private let others: [Certificate]

    /// `anchors` are the authorities that are believed; `intermediates` are known besides those that the pass brings.
    package init(anchors: [TrustAnchor], intermediates: [Certificate] = []) {
        validator = CertificateValidator(anchors: anchors, profile: .signer)
        others = intermediates
    }

    /// Everything that was found in a pass, believed or not.
    package struct Examination: Sendable {
        /// By path, without manifest and signature; empty when the archive cannot be read.
        package internal(set) var files: [String: [UInt8]] = [:]
        /// Why it is not believed, in the order of the checks; empty when it is.
        package internal(set) var failures: [Failure] = []
        /// What is wrong with its content.
        package internal(set) var faults: [PassFault] = []
        /// `nil` unless it is believed.
        package internal(set) var verified: Verified?
    }

    /// Checks everything that was signed, at `time`. Throws the first failure.
    package func verify(_ pass: [UInt8], at time: Date) throws(Failure) -> Verified {
        let examination = examine(pass, at: time)
        guard let verified = examination.verified else {
            throw examination.failures.first ?? .missing("pass.json")
        }
        return verified
    }

    /// The same without stopping at the first failure: for whoever wants to know all that is wrong.
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

    /// The files that are not what the manifest says.
    private static func compare(_ files: [String: [UInt8]], with digests: [String: String]) -> [Failure] {
        files.keys.sorted().filter { digests[$0] == nil }.map { .notListed($0) }
            + digests.sorted { $0.key < $1.key }.compactMap { name, digest in
                guard let bytes = files[name] else { return .notThere(name) }
                return PassManifest.digest(of: bytes) == digest ? nil : .changed(name)
            }
    }

    /// Who has signed binding data, for what passes and when they say they did.
    package func signer(
        of content: [UInt8], _ signature: [UInt8], at time: Date
    ) throws(Failure) -> (names: PassSignerNames, time: Date, path: CertificatePath) {
        let verified: CMSSignedData.Verified
        do throws(CMSError) {
            verified = try CMSSignedData(signature).verify(content, validator: validator, at: time, others: others)
        } catch { throw .signature(error) }
        return try PassVerifier.signer(verified)
    }

    /// The same of a manifest, which Wallet believes with a weak digest as well, and whether it has one.
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
