import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import MobileDocument

/// Certificates and revocation lists in files and folders.
enum CertificateFiles {
    /// Returns all certificates in a file or in the files of a folder, PEM or DER. Throws `FILE_WRITABLE` for a file
    /// that group or others can change.
    ///
    /// With a policy that accepts other encodings than DER, those too.
    static func certificates(_ path: String, by policy: AcceptancePolicy = .isoAnnexB) throws -> [Certificate] {
        let isTolerant = policy[.encoding] != .enforce
        var found: [Certificate] = []
        for file in try files(path, ["pem", "crt", "cer", "der"]) {
            let raw = try InputFile.raw(file, as: .trusted)
            let text = String(decoding: raw, as: UTF8.self)
            do throws(DERError) {
                if text.contains("-----BEGIN CERTIFICATE-----") {
                    found += try Certificate.list(pem: text, isTolerant: isTolerant)
                } else if !text.contains("-----BEGIN") {
                    found.append(isTolerant ? try Certificate.tolerant(raw) : try Certificate(raw))
                }
            } catch {
                throw CommandError(
                    .badInput, code: error.reason.rawValue, "\(file) contains an invalid certificate: \(error).")
            }
        }
        return found
    }

    /// Returns the certificates, at least one.
    static func some(_ path: String, by policy: AcceptancePolicy = .isoAnnexB) throws -> [Certificate] {
        let found = try certificates(path, by: policy)
        guard !found.isEmpty else {
            throw CommandError.badInput(.certificateMissing, "\(path) contains no certificate.")
        }
        return found
    }

    static func revocationLists(_ path: String) throws -> [RevocationList] {
        // A list is signed, but anyone who can change the file can replace it with an older list.
        let raw = try InputFile.raw(path, as: .trusted)
        let text = String(decoding: raw, as: UTF8.self)
        do throws(DERError) {
            return text.contains("-----BEGIN") ? try RevocationList.list(pem: text) : [try RevocationList(raw)]
        } catch {
            throw CommandError(
                .badInput, code: error.reason.rawValue, "\(path) contains no valid revocation list: \(error).")
        }
    }

    /// Returns the authorities in a file, which must contain no other certificates, or among the certificates of a
    /// folder, which may contain others. At least one.
    static func anchors(_ path: String, by policy: AcceptancePolicy = .isoAnnexB) throws -> [TrustAnchor] {
        var found = try some(path, by: policy)
        if isFolder(path) { found.removeAll { $0.basicConstraints?.isAuthority != true } }
        guard !found.isEmpty else {
            throw CommandError.badInput(.certificateMissing, "\(path) contains no authority's certificate.")
        }
        return try found.map { certificate in
            do throws(CertificateError) { return try TrustAnchor(certificate) } catch {
                throw CommandError(
                    .badInput, code: error.reason.rawValue,
                    "\(path): \(certificate.subject) is not an authority.\(hint(certificate))")
            }
        }
    }

    private static func hint(_ certificate: Certificate) -> String {
        certificate.extendedKeyUsage?.contains(.vicalSigner) == true
            ? " It is a list provider's own certificate: trust it with --pin, or --vical-pin where lists are an option."
            : ""
    }

    /// Returns the file, or the folder's files with these extensions, by name.
    private static func files(_ path: String, _ endings: Set<String>) throws -> [String] {
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandError.badInput(.fileMissing, "\(path) does not exist.")
        }
        guard isFolder(path) else { return [path] }
        return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
            .filter { endings.contains(URL(fileURLWithPath: $0).pathExtension.lowercased()) }.map { path + "/" + $0 }
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
