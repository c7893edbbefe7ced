import Foundation
package import JourneyBase
package import JourneyCrypto

extension DevelopmentState {
    /// The validity period of a revocation list.
    static let listLife: TimeInterval = 7 * 86_400

    /// Adds `certificates` to the authority's revocation list and writes it to `authority-crl.pem` in the folder.
    ///
    /// Throws `CONFIGURATION_INVALID` for a certificate of another issuer, `STORE_FAILED` if the files can't be read or written.
    package func revoke(
        _ certificates: [Certificate], dependencies: Dependencies = .system
    ) throws(JourneyError) -> (list: RevocationList, file: String) {
        let own = issuer.authority.certificate
        for certificate in certificates where !certificate.isIssued(by: own) {
            throw JourneyError(
                .configurationInvalid,
                "The certificate of \(certificate.subject) was not issued by the development authority.")
        }
        let folder = try PrivateFolder(directory)
        return try folder.locked { () throws(JourneyError) in
            let now = Date(timeIntervalSince1970: dependencies.now().timeIntervalSince1970.rounded(.down))
            var revoked = try DevelopmentState.read(folder.read("revoked") ?? "")
            for certificate in certificates {
                let number = Array(certificate.serialNumber)
                if !revoked.contains(where: { $0.serialNumber == number }) {
                    revoked.append(.init(serialNumber: number, date: now))
                }
            }
            let list: RevocationList
            do throws(CryptoError) {
                list = try issuer.authority.revocationList(
                    of: revoked, number: UInt64(max(now.timeIntervalSince1970, 0)), thisUpdate: now,
                    nextUpdate: now.addingTimeInterval(DevelopmentState.listLife))
            } catch {
                throw JourneyError(.storeFailed, "The revocation list could not be signed: \(error).")
            }
            try folder.write(
                "revoked",
                revoked.map { "\(Hex.encode($0.serialNumber)) \(Int($0.date.timeIntervalSince1970))\n" }.joined())
            try folder.write("authority-crl.pem", list.pem)
            return (list, "\(directory)/authority-crl.pem")
        }
    }

    /// Parses one revocation per line: the serial number in hexadecimal and the time in seconds. Throws for an invalid line, so
    /// that no revocation is lost.
    private static func read(_ text: String) throws(JourneyError) -> [CertificateAuthority.Revocation] {
        var found: [CertificateAuthority.Revocation] = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let number = Hex.decode(words[0]), let seconds = Int(words[1]) else {
                throw JourneyError(
                    .storeFailed, "The file revoked has an invalid line; restore it or delete the development state.")
            }
            found.append(.init(serialNumber: number, date: Date(timeIntervalSince1970: TimeInterval(seconds))))
        }
        return found
    }
}
