import Foundation
import JourneyBase
import JourneyDevice
import TestSupport

/// A self-signed client certificate, made by the `openssl` command.
struct TestClient {
    let identity: ClientIdentity
    /// The certificate as a PEM file, for servers to trust.
    let file: String
    private let folder: Scratch

    struct Failed: Error { let text: String }

    static func make(_ name: String = "client") throws -> TestClient {
        let folder = try Scratch()
        let (key, certificate) = (folder.path + "/key.pem", folder.path + "/cert.pem")
        let result = try run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                "/CN=\(name)", "-addext", "extendedKeyUsage=clientAuth", "-keyout", key, "-out", certificate,
            ])
        guard result.status == 0 else { throw Failed(text: result.text) }
        let identity = ClientIdentity(
            certificatePEM: try String(contentsOfFile: certificate, encoding: .utf8),
            key: Secret(copying: try Data(contentsOf: URL(filePath: key))))
        return TestClient(identity: identity, file: certificate, folder: folder)
    }

    /// Returns the key in DER, unencrypted PKCS#8.
    func keyInDER() throws -> Secret {
        let result = try run(
            "openssl", ["pkcs8", "-topk8", "-nocrypt", "-in", folder.path + "/key.pem", "-outform", "der"])
        guard result.status == 0 else { throw Failed(text: result.text) }
        return Secret(copying: result.bytes)
    }
}
