package import Foundation
package import JourneyBase
import JourneyCrypto
package import WalletPass

extension DevelopmentState {
    /// A pass-type certificate of the substitute for Apple's authority, and its files.
    package struct IssuedPassType: Sendable {
        package let names: PassSignerNames
        package let identity: PassIdentity
        /// The file with key and chain.
        package let pkcs12File: String
        /// The file with its password, readable only by its owner.
        package let passwordFile: String
        /// The certificate, followed by the intermediate.
        package let certificateFile: String
        package let keyFile: String
        /// The file with the trust anchor for wallets.
        package let rootFile: String
        package let intermediateFile: String
        /// The end of the certificate's validity.
        package var notAfter: Date { identity.identity.certificate.notAfter }
    }

    /// Returns the substitute for Apple's pass authorities, and creates or renews it if needed; its certificates are in
    /// `pass-root.pem` and `pass-intermediate.pem`. Throws `STORE_FAILED`.
    package func passAuthority(dependencies: Dependencies = .system) throws(JourneyError) -> DevelopmentPassAuthority {
        let folder = try PrivateFolder(directory)
        return try folder.locked { () throws(JourneyError) in
            try DevelopmentState.passAuthority(in: folder, now: dependencies.now())
        }
    }

    private static func passAuthority(
        in folder: PrivateFolder, now: Date
    ) throws(JourneyError) -> DevelopmentPassAuthority {
        if let root = folder.read("pass-root.pem"), let rootKey = folder.read("pass-root-key.pem"),
            let below = folder.read("pass-intermediate.pem"), let belowKey = folder.read("pass-intermediate-key.pem"),
            let authority = try? DevelopmentPassAuthority(
                rootPEM: root, rootKeyPEM: rootKey, intermediatePEM: below, intermediateKeyPEM: belowKey),
            authority.root.certificate.notBefore <= now,
            now.addingTimeInterval(serverLife + margin) < authority.root.certificate.notAfter
        {
            return authority
        }
        do {
            let fresh = try DevelopmentPassAuthority(
                notBefore: now.addingTimeInterval(-3_600), notAfter: now.addingTimeInterval(authorityLife))
            let keys = try fresh.keysPEM()
            try folder.write("pass-root-key.pem", keys.root)
            try folder.write("pass-root.pem", fresh.root.certificate.pem)
            try folder.write("pass-intermediate-key.pem", keys.intermediate)
            try folder.write("pass-intermediate.pem", fresh.intermediate.certificate.pem)
            return fresh
        } catch let error as JourneyError { throw error } catch {
            throw JourneyError(.storeFailed, "The development pass authority could not be created: \(error).")
        }
    }

    /// Returns the certificate for passes of that type and team, valid for `days` but never longer than its authority.
    ///
    /// An existing one is reused unless team or organization differ, its authority is gone, it expires soon, or `renew` is set.
    /// `password` encrypts the PKCS #12 file; without it, a random password is stored next to the file.
    ///
    /// Throws `CONFIGURATION_INVALID` for invalid names, `STORE_FAILED` if the files can't be written.
    package func passType(
        _ names: PassSignerNames, organization: String, days: Int = 30, password: Secret? = nil, renew: Bool = false,
        dependencies: Dependencies = .system
    ) throws(JourneyError) -> IssuedPassType {
        let folder = try PrivateFolder(directory)
        let now = dependencies.now()
        return try folder.locked { () throws(JourneyError) in
            let authority = try DevelopmentState.passAuthority(in: folder, now: now)
            let base = "pass-type-\(DevelopmentState.fileName(names.passTypeIdentifier))"
            if !renew, password == nil,
                let kept = DevelopmentState.passType(base, names, organization, of: authority, in: folder, now: now)
            {
                return kept
            }
            let end = min(now.addingTimeInterval(TimeInterval(days) * 86_400), authority.root.certificate.notAfter)
            do {
                let issued = try authority.issue(
                    names, organization: organization, notBefore: now.addingTimeInterval(-3_600), notAfter: end)
                let secret = password ?? Secret(copying: Base64URL.encode(dependencies.random(18)).utf8)
                // The password first: without it, the archive would be useless.
                try folder.write("\(base)-password", secret.withBytes { Array($0) })
                try folder.write("\(base)-key.pem", issued.keyPEM)
                try folder.write("\(base).pem", issued.certificatesPEM)
                try folder.write(
                    "\(base).p12",
                    issued.identity.pkcs12(password: secret, name: "Pass Type ID: \(names.passTypeIdentifier)"))
                return try DevelopmentState.files(base, PassIdentity(issued.identity), in: folder)
            } catch let error as JourneyError { throw error } catch {
                throw JourneyError(
                    .configurationInvalid,
                    "The development pass authority could not issue a certificate for \(names.passTypeIdentifier): \(error)."
                )
            }
        }
    }

    private static func passType(
        _ base: String, _ names: PassSignerNames, _ organization: String, of authority: DevelopmentPassAuthority,
        in folder: PrivateFolder, now: Date
    ) -> IssuedPassType? {
        guard let certificates = folder.read("\(base).pem"), let key = folder.read("\(base)-key.pem"),
            folder.read("\(base)-password") != nil,
            FileManager.default.fileExists(atPath: "\(folder.path)/\(base).p12"),
            let signing = try? SigningIdentity(certificatesPEM: certificates, keyPEM: key),
            let identity = try? PassIdentity(signing), identity.names == names,
            signing.certificate.subject.values(of: .organization) == [String(organization.prefix(64))],
            now.addingTimeInterval(margin) < signing.certificate.notAfter,
            let anchor = try? authority.anchor,
            (try? CertificateValidator(anchors: [anchor], profile: .signer).validate(
                signing.certificate, intermediates: signing.chain, at: now)) != nil
        else { return nil }
        return files(base, identity, in: folder)
    }

    private static func files(_ base: String, _ identity: PassIdentity, in folder: PrivateFolder) -> IssuedPassType {
        IssuedPassType(
            names: identity.names, identity: identity, pkcs12File: "\(folder.path)/\(base).p12",
            passwordFile: "\(folder.path)/\(base)-password", certificateFile: "\(folder.path)/\(base).pem",
            keyFile: "\(folder.path)/\(base)-key.pem", rootFile: "\(folder.path)/pass-root.pem",
            intermediateFile: "\(folder.path)/pass-intermediate.pem")
    }

    /// Copies files of the state folder into another folder readable only by its owner, and returns their new paths. Throws
    /// `STORE_FAILED`.
    package func copy(_ files: [String], to path: String) throws(JourneyError) -> [String] {
        let target = try PrivateFolder(path)
        var copies: [String] = []
        for file in files {
            let name = URL(fileURLWithPath: file).lastPathComponent
            guard let content = FileManager.default.contents(atPath: file) else {
                throw JourneyError(.storeFailed, "\(file) cannot be read.")
            }
            try target.write(name, Array(content))
            copies.append("\(path)/\(name)")
        }
        return copies
    }
}
