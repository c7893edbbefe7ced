import Foundation
package import JourneyBase
package import JourneyCrypto
package import JourneyLanguage

/// The development state in one folder: a temporary authority, the sandbox's certificate, a manifest signing key, and the token
/// of a customer signed in at the host.
///
/// It is only valid for this machine's loopback. Missing, damaged and soon expiring parts are recreated, others reused.
package struct DevelopmentState: Sendable {
    /// The sandbox's host names.
    package static let gatewayHost = "gateway.localhost"
    package static let bankHost = "bank.localhost"
    /// The names in its certificate.
    static let hosts = [
        gatewayHost, bankHost, WalletServer.name, CardIssuerOptions.apiName, CardIssuerOptions.vaultName,
        PassServer.name, "localhost", "127.0.0.1",
    ]

    package let directory: String
    package let authority: DevelopmentIdentity
    /// The authority, for further certificates.
    let issuer: DevelopmentAuthority
    package let server: DevelopmentIdentity
    package let manifestKey: P256PrivateKey
    /// The root key, which signs only key sets.
    package let rootKey: P256PrivateKey
    /// The clients' trust anchor for the sandbox's key sets.
    package let anchor: ManifestAnchor
    /// The manifest key's set, signed by the root.
    package let keySet: ManifestKeySet
    /// The key that signs the remote configuration.
    package let remoteKey: P256PrivateKey
    /// The key that signs ID tokens.
    package let signInKey: P256PrivateKey
    /// The manifest key's id: its RFC 7638 thumbprint.
    package let keyID: String
    package let contextToken: Secret
    /// The names of files created in this call.
    package let made: [String]

    /// The lifetimes of certificates, and the remaining time at which they are renewed.
    static let authorityLife: TimeInterval = 90 * 86_400
    static let serverLife: TimeInterval = 30 * 86_400
    static let margin: TimeInterval = 7 * 86_400

    /// Reads the state in `directory` and creates missing parts; `renew` recreates all certificates.
    ///
    /// Throws `STORE_FAILED` if the folder can't be written. Concurrent processes get the same state.
    package init(
        directory: String, dependencies: Dependencies = .system, renew: Bool = false
    ) throws(JourneyError) {
        let folder = try PrivateFolder(directory)
        self = try folder.locked { () throws(JourneyError) in
            try DevelopmentState(folder: folder, dependencies: dependencies, renew: renew)
        }
    }

    private init(folder: PrivateFolder, dependencies: Dependencies, renew: Bool) throws(JourneyError) {
        let now = dependencies.now()
        var made: [String] = []
        // Backdated, so that a slightly slow clock accepts it.
        let start = now.addingTimeInterval(-3_600)

        var authority = renew ? nil : DevelopmentState.authority(in: folder, now: now)
        let isNewAuthority = authority == nil
        do {
            if authority == nil {
                let fresh = try DevelopmentAuthority(
                    notBefore: start, notAfter: now.addingTimeInterval(DevelopmentState.authorityLife))
                try folder.write("authority-key.pem", fresh.identity.keyPEM)
                try folder.write("authority.pem", fresh.identity.certificatePEM)
                made += ["authority.pem", "authority-key.pem"]
                authority = fresh
            }
            guard let authority else { throw CryptoError.unavailable }
            self.authority = authority.identity
            issuer = authority
            if !isNewAuthority, let server = DevelopmentState.server(in: folder, of: authority, now: now) {
                self.server = server
            } else {
                server = try authority.issue(
                    names: DevelopmentState.hosts, notBefore: start,
                    notAfter: now.addingTimeInterval(DevelopmentState.serverLife))
                try folder.write("server-key.pem", server.keyPEM)
                try folder.write("server.pem", server.certificatePEM)
                made += ["server.pem", "server-key.pem"]
            }
            manifestKey = try folder.key("manifest-key.pem") { made.append($0) }
            rootKey = try folder.key("root-key.pem") { made.append($0) }
            anchor = try DevelopmentKeySet.anchor(rootKey, environment: "sandbox")
            keySet = try DevelopmentState.keySet(of: manifestKey, rootKey, anchor, in: folder, now: now, &made)
            remoteKey = try folder.key("remote-key.pem") { made.append($0) }
            signInKey = try folder.key("sign-in-key.pem") { made.append($0) }
        } catch let error as JourneyError {
            throw error
        } catch {
            throw JourneyError(.storeFailed, "The development keys could not be created: \(error).")
        }
        keyID = manifestKey.publicKey.thumbprint
        contextToken = try folder.token("context-token", dependencies) { made.append($0) }
        directory = folder.path
        self.made = made
    }

    /// Reads the authority in `folder`; `nil` if it is damaged or expires too soon.
    private static func authority(in folder: PrivateFolder, now: Date) -> DevelopmentAuthority? {
        guard let certificate = folder.read("authority.pem"), let key = folder.read("authority-key.pem"),
            let authority = try? DevelopmentAuthority(certificatePEM: certificate, keyPEM: key),
            authority.identity.isValid(at: now, margin: serverLife + margin)
        else { return nil }
        return authority
    }

    private static func server(
        in folder: PrivateFolder, of authority: DevelopmentAuthority, now: Date
    ) -> DevelopmentIdentity? {
        guard let certificate = folder.read("server.pem"), let key = folder.read("server-key.pem"),
            let server = try? DevelopmentIdentity(certificatePEM: certificate, keyPEM: key),
            server.isValid(at: now, margin: margin),
            // A certificate of an earlier version may lack newer host names.
            namesNotCovered(by: server, of: authority, among: hosts, at: now).isEmpty
        else { return nil }
        return server
    }

    /// Returns the key set in `folder`, or a new one if it has another key or expires too soon.
    private static func keySet(
        of key: P256PrivateKey, _ root: P256PrivateKey, _ anchor: ManifestAnchor, in folder: PrivateFolder, now: Date,
        _ made: inout [String]
    ) throws -> ManifestKeySet {
        let id = key.publicKey.thumbprint
        if let text = folder.read("manifest-keys.json"),
            let set = try? ManifestKeySet.verify(Array(text.utf8), anchor: anchor, now: now.addingTimeInterval(margin)),
            set.notBefore <= now, set.keys.key(id) == VerificationKey(key.publicKey)
        {
            return set
        }
        let bytes = try DevelopmentKeySet.sign(
            [id: key.publicKey], root: root, environment: anchor.environment, now: now)
        try folder.write("manifest-keys.json", String(decoding: bytes, as: UTF8.self))
        try folder.write("manifest-anchor.json", anchor.json.compactText)
        made += ["manifest-keys.json", "manifest-anchor.json"]
        return try ManifestKeySet.verify(bytes, anchor: anchor, now: now)
    }
}
