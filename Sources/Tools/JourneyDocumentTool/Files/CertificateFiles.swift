import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto

/// Certificates and revocation lists in files and folders.
enum CertificateFiles {
    /// All certificates in a file, or in the files of a folder: PEM or DER.
    /// Throws `FILE_WRITABLE` for a file that group or others can change.
    static func certificates(_ path: String) throws -> [Certificate] {
        var found: [Certificate] = []
        for file in try files(path, ["pem", "crt", "cer", "der"]) {
            let raw = try InputFile.raw(file, as: .trusted)
            let text = String(decoding: raw, as: UTF8.self)
            do throws(DERError) {
                if text.contains("-----BEGIN CERTIFICATE-----") {
                    found += try Certificate.list(pem: text)
                } else if !text.contains("-----BEGIN") {
                    found.append(try Certificate(raw))
                }
            } catch {
                throw CommandError(
                    .badInput, code: error.reason.rawValue, "\(file) holds no good certificate: \(error).")
            }
        }
        return found
    }

    /// The certificates, one at least.
    static func some(_ path: String) throws -> [Certificate] {
        let found = try certificates(path)
        guard !found.isEmpty else {
            throw CommandError.badInput("CERTIFICATE_MISSING", "There is no certificate in \(path).")
        }
        return found
    }

    static func revocationLists(_ path: String) throws -> [RevocationList] {
        // Signed, but whoever can change the file can put an older list there.
        let raw = try InputFile.raw(path, as: .trusted)
        let text = String(decoding: raw, as: UTF8.self)
        do throws(DERError) {
            return text.contains("-----BEGIN") ? try RevocationList.list(pem: text) : [try RevocationList(raw)]
        } catch {
            throw CommandError(.badInput, code: error.reason.rawValue, "\(path) holds no revocation list: \(error).")
        }
    }

    /// The authorities in a file, which holds nobody else, or among the certificates of a folder: who makes one often keeps
    /// there whom it vouches for, too. One at least.
    static func anchors(_ path: String) throws -> [TrustAnchor] {
        var found = try some(path)
        if isFolder(path) { found.removeAll { $0.basicConstraints?.isAuthority != true } }
        guard !found.isEmpty else {
            throw CommandError.badInput("CERTIFICATE_MISSING", "There is no authority in \(path).")
        }
        return try found.map { certificate in
            do throws(CertificateError) { return try TrustAnchor(certificate) } catch {
                throw CommandError(
                    .badInput, code: error.reason.rawValue, "\(path): \(certificate.subject) is no authority.")
            }
        }
    }

    /// The file, or those of the folder that end so, by name.
    private static func files(_ path: String, _ endings: Set<String>) throws -> [String] {
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandError.badInput("FILE_MISSING", "There is no file or folder \(path).")
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
