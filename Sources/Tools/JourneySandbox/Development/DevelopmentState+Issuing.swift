import Foundation
package import JourneyBase
package import JourneyCrypto

extension DevelopmentState {
    /// What a certificate is for.
    package enum Purpose: String, Sendable, CaseIterable {
        /// A TLS server of these hosts, which lie below localhost.
        case server
        /// A TLS client.
        case client
        /// Who signs messages and passes.
        case signer
        /// An authority below the development authority.
        case intermediate
    }

    /// A certificate that was issued, and where its files are.
    package struct Issued: Sendable {
        package let purpose: Purpose
        package let identity: DevelopmentIdentity
        /// The certificate, then its authority.
        package let certificateFile: String
        package let keyFile: String
        /// Key and certificates in one file; where a password was given.
        package let pkcs12File: String?
    }

    /// A certificate of the development authority, good for `days` (never longer than the authority), with a new key, in
    /// files of the folder named for the first name. Older files of that name are replaced.
    ///
    /// Throws `CONFIGURATION_INVALID` for names that the authority cannot vouch for, `STORE_FAILED` when the files cannot be
    /// written.
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
                "The development authority issues no \(purpose) certificate for \(names): \(error).")
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

    /// A name that the authority may not vouch for would be found out by every client, one by one: better here.
    private func requireNames(
        _ names: [String], of identity: DevelopmentIdentity, at now: Date
    ) throws(JourneyError) {
        if let name = DevelopmentState.strangers(to: identity, of: issuer, among: names, at: now).first {
            throw JourneyError(.configurationInvalid, "The development authority may not vouch for \(name).")
        }
    }

    /// The names for which a client would not take the certificate.
    static func strangers(
        to identity: DevelopmentIdentity, of issuer: DevelopmentAuthority, among names: [String], at now: Date
    ) -> [String] {
        names.filter { name in
            guard let host = ServerName(name), let leaf = try? Certificate(identity.certificateDER),
                let anchor = try? TrustAnchor(issuer.authority.certificate)
            else { return true }
            let validator = CertificateValidator(anchors: [anchor], profile: .tlsServer)
            return (try? validator.validate(leaf, at: now, host: host)) == nil
        }
    }

    /// The name of a file for somebody's name.
    static func fileName(_ name: String) -> String {
        String(
            name.map { character in
                character.isASCII && (character.isLetter || character.isNumber || ".-".contains(character))
                    ? character : "-"
            })
    }
}
