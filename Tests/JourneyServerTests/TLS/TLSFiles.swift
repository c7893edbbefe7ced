import Foundation
import JourneyBase
import TestSupport

@testable import JourneyServer

/// Certificates, keys and OCSP responses that the `openssl` command makes: this process has never seen the keys.
struct TLSFiles: Sendable {
    enum Kind { case ec, rsa }

    /// A key of RSA takes its time: one for all tests that do not look for it.
    static let rsa = Result { try TLSFiles("localhost", .rsa) }

    let folder: Scratch
    let certificatePEM: String

    /// A certificate for `name` that vouches for itself, with its key in `key.pem` and `key.der`.
    init(_ name: String, _ kind: Kind) throws {
        folder = try Scratch()
        let key = folder.path + "/key.pem"
        let algorithm = kind == .ec ? ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"] : ["rsa:2048"]
        try TLSFiles.openssl(
            ["req", "-x509", "-newkey"] + algorithm + [
                "-nodes", "-days", "2", "-subj", "/CN=\(name)", "-addext", "subjectAltName=DNS:\(name)", "-keyout", key,
                "-out", folder.path + "/certificate.pem",
            ])
        try TLSFiles.openssl([
            kind == .ec ? "ec" : "rsa", "-in", key, "-outform", "der", "-out", folder.path + "/key.der",
        ])
        certificatePEM = String(decoding: try folder.read("certificate.pem"), as: UTF8.self)
    }

    func identity() throws -> TLSIdentity {
        TLSIdentity(certificatePEM: certificatePEM, keyPEM: try Secret(file: folder.path + "/key.pem"))
    }

    @discardableResult static func openssl(_ arguments: [String]) throws -> String {
        let result = try run("openssl", arguments)
        guard result.status == 0 else { throw TLSFixture.Failure(text: result.text) }
        return result.text
    }
}
