import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyHarness
import WalletPass

/// The choice of the signing certificate.
enum Signer {
    static func choose(_ invocation: Invocation, for files: [String: [UInt8]]) throws -> PassIdentity {
        var (file, password) = (invocation.value(.signer), invocation.value(.passwordFile))
        if file == nil {
            let content = try? JSONReader.read(files["pass.json"] ?? [])
            let type = content?["passTypeIdentifier"]?.string ?? ""
            let base = "\(DefaultLocations.state(invocation))/pass-type-\(type)"
            guard !type.contains("/"), FileManager.default.fileExists(atPath: base + ".p12") else {
                throw CommandError(
                    .badInput, code: .signerMissing,
                    "No signing certificate: name a PKCS#12 file with --signer, or make one with journey dev certs --pass-type \(type)."
                )
            }
            (file, password) = (base + ".p12", password ?? base + "-password")
        }
        guard let file, let password else {
            throw CommandError.usage("--signer needs --password-file.")
        }
        let secret = try BoundedFile.secret(password)
        let bytes = try PassFile.read(file, limit: 1 << 20, as: .secret)
        let more = try invocation.value(.intermediate).map { try PassFile.certificates($0) }
        do throws(CryptoError) {
            let identity = try SigningIdentity(pkcs12: bytes, password: secret)
            guard let more else { return try PassIdentity(identity) }
            return try PassIdentity(identity.adding(more))
        } catch {
            switch error {
            case .authenticationFailed:
                throw CommandError.badInput(.passwordWrong, "The password of \(file) is wrong.")
            default:
                throw CommandError.badInput(
                    .signerInvalid,
                    "\(file) contains no pass-type certificate with its key: one that names a pass type and a team.")
            }
        }
    }
}
