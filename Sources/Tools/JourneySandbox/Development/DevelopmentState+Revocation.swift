import Foundation
package import JourneyBase
package import JourneyCrypto

extension DevelopmentState {
    /// How long a revocation list is good.
    static let listLife: TimeInterval = 7 * 86_400

    /// The authority's revocation list, with `certificates` added to those that were revoked before. It is written to
    /// `authority-crl.pem` in the folder.
    ///
    /// Throws `CONFIGURATION_INVALID` for a certificate that this authority did not issue, `STORE_FAILED` when the files
    /// cannot be read or written.
    package func revoke(
        _ certificates: [Certificate], dependencies: Dependencies = .system
    ) throws(JourneyError) -> (list: RevocationList, file: String) {
        let own = issuer.authority.certificate
        for certificate in certificates where !certificate.isIssued(by: own) {
            throw JourneyError(.configurationInvalid, "\(certificate.subject) is not of the development authority.")
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
                throw JourneyError(.storeFailed, "The revocation list could not be made: \(error).")
            }
            try folder.write(
                "revoked",
                revoked.map { "\(Hex.encode($0.serialNumber)) \(Int($0.date.timeIntervalSince1970))\n" }.joined())
            try folder.write("authority-crl.pem", list.pem)
            return (list, "\(directory)/authority-crl.pem")
        }
    }

    /// One line each: the serial number in hexadecimal, and when it was revoked, in seconds. A certificate that was revoked
    /// is not forgotten because a line cannot be read.
    private static func read(_ text: String) throws(JourneyError) -> [CertificateAuthority.Revocation] {
        var found: [CertificateAuthority.Revocation] = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let number = Hex.decode(words[0]), let seconds = Int(words[1]) else {
                throw JourneyError(.storeFailed, "The file of revoked certificates is damaged.")
            }
            found.append(.init(serialNumber: number, date: Date(timeIntervalSince1970: TimeInterval(seconds))))
        }
        return found
    }
}
