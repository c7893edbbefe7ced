public import Foundation
import JourneyBase
public import JourneyCrypto

/// Whether a pass is what its issuer has signed: as Wallet looks at it when it is added.
public struct PassVerifier: Sendable {
    /// Why a pass is not believed.
    public enum Failure: Error, Hashable, Sendable {
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
    public struct Verified: Sendable {
        /// By path, without manifest and signature.
        public let files: [String: [UInt8]]
        public let names: PassSignerNames
        public let serialNumber: String
        /// A claim of the signer.
        public let signingTime: Date
        /// From the signer to the anchor.
        public let path: CertificatePath
        /// What is wrong with it all the same.
        public let faults: [PassFault]
    }

    private let validator: CertificateValidator
    private let others: [Certificate]

    /// `anchors` are the authorities that are believed; `intermediates` are known besides those that the pass brings.
    public init(anchors: [TrustAnchor], intermediates: [Certificate] = []) {
        validator = CertificateValidator(anchors: anchors, profile: .signer)
        others = intermediates
    }

    /// Checks everything that was signed, at `time`.
    public func verify(_ pass: [UInt8], at time: Date) throws(Failure) -> Verified {
        var files: [String: [UInt8]]
        do throws(ZipError) { files = try ZipArchive(pass).files } catch { throw .archive(error) }
        guard let manifest = files.removeValue(forKey: "manifest.json") else { throw .missing("manifest.json") }
        guard let signature = files.removeValue(forKey: "signature") else { throw .missing("signature") }
        guard let digests = PassManifest.read(manifest) else { throw .missing("manifest.json") }
        let signed = try signer(of: manifest, signature, at: time)
        for name in files.keys.sorted() where digests[name] == nil { throw .notListed(name) }
        for (name, digest) in digests.sorted(by: { $0.key < $1.key }) {
            guard let bytes = files[name] else { throw .notThere(name) }
            guard PassManifest.digest(of: bytes) == digest else { throw .changed(name) }
        }
        let limits = JSONLimits(bytes: PassCheck.longestContent, depth: 16)
        guard let content = try? JSONReader.read(files["pass.json"] ?? [], limits: limits) else {
            throw .missing("pass.json")
        }
        guard content["passTypeIdentifier"]?.string == signed.names.passTypeIdentifier,
            content["teamIdentifier"]?.string == signed.names.teamIdentifier
        else { throw .signer }
        guard let serial = content["serialNumber"]?.string, !serial.isEmpty else { throw .missing("serialNumber") }
        return Verified(
            files: files, names: signed.names, serialNumber: serial, signingTime: signed.time, path: signed.path,
            faults: PassCheck.faults(in: files, signer: signed.names))
    }

    /// Who has signed `content`, for what passes and when they say they did. For binding data as for manifests.
    public func signer(
        of content: [UInt8], _ signature: [UInt8], at time: Date
    ) throws(Failure) -> (names: PassSignerNames, time: Date, path: CertificatePath) {
        let verified: CMSSignedData.Verified
        do throws(CMSError) {
            verified = try CMSSignedData(signature).verify(content, validator: validator, at: time, others: others)
        } catch { throw .signature(error) }
        guard let signingTime = verified.signingTime else { throw .noSigningTime }
        guard let names = PassSignerNames(verified.path.leaf) else { throw .signer }
        return (names, signingTime, verified.path)
    }
}
