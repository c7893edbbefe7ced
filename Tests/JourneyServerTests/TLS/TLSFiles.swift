import Foundation
import JourneyBase
import TestSupport

@testable import JourneyServer

/// Certificates, keys and OCSP responses made by the `openssl` command, so that this process has never had the keys.
struct TLSFiles: Sendable {
    enum Kind { case ec, rsa }

    /// One RSA key for all tests that do not search for it, because generating it is slow.
    static let rsa = Result { try TLSFiles("localhost", .rsa) }

    let folder: Scratch
    let certificatePEM: String

    /// Makes a self-signed certificate for `name`, with its key in `key.pem` and `key.der`.
    init(_ name: String, _ kind: Kind) throws {
        folder = try Scratch()
        let key = folder.path + "/key.pem"
        let algorithm = kind == .ec ? ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"] : ["rsa:2048"]
        try TLSFiles.openssl(
            ["req", "-x509", "-newkey"] + algorithm + [
                "-nodes", "-days", "2", "-subj", "/CN=\(name)", "-addext", "subjectAltName=DNS:\(name)", "-keyout", key,
                "-out", folder.path + "/certificate.pem",
            ])
        try TLSFiles.openssl(
            [
                kind == .ec ? "ec" : "rsa", "-in", key, "-outform", "der", "-out", folder.path + "/key.der",
            ] + (kind == .ec ? [] : ["-traditional"]))
        certificatePEM = String(decoding: try folder.read("certificate.pem"), as: UTF8.self)
    }

    func identity() throws -> TLSIdentity {
        TLSIdentity(certificatePEM: certificatePEM, keyPEM: try Secret(file: folder.path + "/key.pem"))
    }

    /// Returns a search for `range` of the key's traditional form (RFC 5915, RFC 8017).
    func scan(_ range: Range<Int>) throws -> NumberScan {
        NumberScan(try Secret(file: folder.path + "/key.der"), range)
    }

    /// Returns a search for the number at `index` of an RSA key: n, e, d, p and q are at 1 to 5.
    func scan(number index: Int) throws -> NumberScan {
        let key = try Secret(file: folder.path + "/key.der")
        let range = key.withBytes { bytes in
            // Behind the head of the sequence, two bytes of length.
            var (at, range) = (4, 0..<0)
            for _ in 0...index {
                let isLong = bytes[at + 1] == 0x82
                let (head, short) = (isLong ? 4 : bytes[at + 1] == 0x81 ? 3 : 2, Int(bytes[at + 1]))
                let count =
                    isLong ? Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]) : head == 3 ? Int(bytes[at + 2]) : short
                range = at + head..<at + head + count
                at = range.upperBound
            }
            return bytes[range.lowerBound] == 0 ? range.dropFirst() : range
        }
        return NumberScan(key, range)
    }

    /// Returns a search for a part of the key's base64, from its second-last whole line, which is secret in keys of both kinds.
    func textScan() throws -> MemoryScan {
        let pem = try Secret(file: folder.path + "/key.pem")
        let range = pem.withBytes { bytes in
            let ends = bytes.indices.filter { bytes[$0] == 0x0A }
            // BEGIN, at least two lines of base64, END.
            return ends[0] + 66..<ends[0] + 100
        }
        return MemoryScan(
            for: Secret(count: range.count) { memory in
                pem.withBytes { memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[range])) }
            })
    }

    @discardableResult static func openssl(_ arguments: [String]) throws -> String {
        let result = try run("openssl", arguments)
        guard result.status == 0 else { throw TLSFixture.Failure(text: result.text) }
        return result.text
    }
}
