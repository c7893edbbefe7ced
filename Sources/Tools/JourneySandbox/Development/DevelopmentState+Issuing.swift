import Foundation
package import JourneyBase
package import JourneyCrypto

extension DevelopmentState {
    /// The purpose of a certificate.
    package enum Purpose: String, Sendable, CaseIterable {
        /// A TLS server for these hosts below localhost.
        case server
        /// A TLS client.
        case client
        /// A signer of messages and passes.
        case signer
        /// An authority below the development authority.
        case intermediate
    }

    /// An issued certificate and its files.
    package struct Issued: Sendable {
        package let purpose: Purpose
        package let identity: DevelopmentIdentity
        /// The certificate, followed by its authority.
        package let certificateFile: String
        package let keyFile: String
        /// The key and certificates in one file; `nil` without a password.
        package let pkcs12File: String?
    }

    /// Issues a certificate of the development authority with a new key, valid for `days` but never longer than the authority.
    /// Its files are named after the first name and replace older ones.
    ///
    /// Throws `CONFIGURATION_INVALID` for names that the authority can't certify, `STORE_FAILED` if the files can't be written.
    package func issue(
        _ purpose: Purpose, names: [String], days: Int, password: Secret? = nil, dependencies: Dependencies = .system
    ) throws(JourneyError) -> Issued {
        let now = dependencies.now()
        let start = max(now.addingTimeInterval(-3_600), authority.notBefore)
        let end = min(now.addingTimeInterval(TimeInterval(days) * 86_400), authority.notAfter)
        guard let name = names.first else { throw JourneyError(.configurationInvalid, "A certificate needs a name.") }
        let identity: DevelopmentIdentity
        let archive: [UInt8]?
        do throws(CryptoError) {
            identity =
                switch purpose {
                case .server: try issuer.issue(names: names, notBefore: start, notAfter: end)
                case .client: try issuer.issueClient(name: name, notBefore: start, notAfter: end)
                case .signer: try issuer.issueSigner(name: name, notBefore: start, notAfter: end)
                case .intermediate: try issuer.intermediate(name: name, notBefore: start, notAfter: end).identity
                }
            archive = try password.map { password throws(CryptoError) in
                try SigningIdentity(
                    certificatesPEM: identity.certificatePEM + authority.certificatePEM, keyPEM: identity.keyPEM
                ).pkcs12(password: password, name: name)
            }
        } catch {
            throw JourneyError(
                .configurationInvalid,
                "The development authority could not issue a \(purpose) certificate for \(names): \(error).")
        }
        if purpose == .server { try requireNames(names, of: identity, at: now) }
        let folder = try PrivateFolder(directory)
        let base = "\(purpose)-\(DevelopmentState.fileName(name))"
        try folder.write("\(base)-key.pem", identity.keyPEM)
        try folder.write("\(base).pem", identity.certificatePEM + authority.certificatePEM)
        if let archive { try folder.write("\(base).p12", archive) }
        return Issued(
            purpose: purpose, identity: identity, certificateFile: "\(directory)/\(base).pem",
            keyFile: "\(directory)/\(base)-key.pem", pkcs12File: archive.map { _ in "\(directory)/\(base).p12" })
    }

    /// Throws if the authority may not certify one of the names, which clients would find only later.
    private func requireNames(
        _ names: [String], of identity: DevelopmentIdentity, at now: Date
    ) throws(JourneyError) {
        if let name = DevelopmentState.namesNotCovered(by: identity, of: issuer, among: names, at: now).first {
            throw JourneyError(
                .configurationInvalid,
                "The development authority may not issue certificates for \(name); use a name below localhost.")
        }
    }

    /// Returns the names for which a client would refuse the certificate.
    static func namesNotCovered(
        by identity: DevelopmentIdentity, of issuer: DevelopmentAuthority, among names: [String], at now: Date
    ) -> [String] {
        names.filter { name in
            guard let host = ServerName(name), let leaf = try? Certificate(identity.certificateDER),
                let anchor = try? TrustAnchor(issuer.authority.certificate)
            else { return true }
            let validator = CertificateValidator(anchors: [anchor], profile: .tlsServer)
            return (try? validator.validate(leaf, at: now, host: host)) == nil
        }
    }

    /// Returns a file name for any name.
    static func fileName(_ name: String) -> String {
        String(
            name.map { character in
                character.isASCII && (character.isLetter || character.isNumber || ".-".contains(character))
                    ? character : "-"
            })
    }
}
