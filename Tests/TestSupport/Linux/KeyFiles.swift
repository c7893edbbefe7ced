import Foundation
public import JourneyBase

/// A P-256 key with a certificate that vouches for itself, made by the `openssl` command: this process has never seen it.
public struct KeyFiles: Sendable {
    /// The certificate, PEM; no secret.
    public let certificatePEM: String
    private let folder: Scratch

    public struct Failed: Error { let text: String }

    /// For `name`, which is also the subject.
    public init(_ name: String) throws {
        folder = try Scratch()
        let (key, certificate) = (folder.path + "/key.pem", folder.path + "/certificate.pem")
        try KeyFiles.openssl([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
            "/CN=\(name)", "-addext", "subjectAltName=DNS:\(name)", "-keyout", key, "-out", certificate,
        ])
        try KeyFiles.openssl(["ec", "-in", key, "-outform", "der", "-out", folder.path + "/key.der"])
        certificatePEM = String(decoding: try folder.read("certificate.pem"), as: UTF8.self)
    }

    /// The path of the key as PKCS#8 PEM.
    public var keyFile: String { folder.path + "/key.pem" }
    /// The path of the certificate.
    public var certificateFile: String { folder.path + "/certificate.pem" }

    /// The key as PKCS#8 PEM, read into locked memory and nowhere else.
    public func keyPEM() throws -> Secret { try Secret(file: keyFile) }

    /// A search for the private number: bytes 7 to 39 of its SEC 1 form (RFC 5915).
    public func numberScan() throws -> NumberScan {
        NumberScan(try Secret(file: folder.path + "/key.der"), 7..<39)
    }

    /// A search for a part of the key's base64, within its second line: bytes 48 to 66 of PKCS#8, which begins the line's
    /// 65th character, lie in the private number.
    public func textScan() throws -> MemoryScan {
        let pem = try keyPEM()
        return MemoryScan(
            for: Secret(count: 24) { memory in
                pem.withBytes { memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[93..<117])) }
            })
    }

    private static func openssl(_ arguments: [String]) throws {
        let result = try run("openssl", arguments)
        guard result.status == 0 else { throw Failed(text: result.text) }
    }
}
