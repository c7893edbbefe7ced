import Foundation
import Glibc
import JourneyBase
import JourneyCrypto
import JourneyDevice
import WalletPass

/// A pass in the wallet, with what its web service has said.
struct KeptPass: Sendable {
    let bytes: [UInt8]
    let content: JSONValue
    let names: PassSignerNames
    let serialNumber: String
    var record: Record

    /// What is known beside the pass itself.
    struct Record: Hashable, Sendable {
        /// When the web service says that the pass has changed last, as it says it.
        var lastModified: String?
        var isRegistered = false
        /// Of the pass that this was said about; of another it is not true.
        var digest: String
    }

    init?(_ bytes: [UInt8], _ files: [String: [UInt8]], record: Record) {
        guard let content = try? JSONReader.read(files["pass.json"] ?? [], limits: JSONLimits(bytes: 1 << 20)),
            let type = content["passTypeIdentifier"]?.string, let team = content["teamIdentifier"]?.string,
            let serial = content["serialNumber"]?.string
        else { return nil }
        self.bytes = bytes
        self.content = content
        self.record = record
        names = PassSignerNames(passTypeIdentifier: type, teamIdentifier: team)
        serialNumber = serial
    }

    /// What people call it by: the beginning of the file's name.
    var id: String { KeptPass.id(names.passTypeIdentifier, serialNumber) }
    var webService: HTTPSURL? { content["webServiceURL"]?.string.flatMap { HTTPSURL($0) } }
    var authenticationToken: String? { content["authenticationToken"]?.string }

    /// Twelve hexadecimal digits. The team is no part of it, as devices know passes by type and serial number: a type is one
    /// team's, and `SandboxWalletApp` takes no pass of another's in the place of one.
    static func id(_ type: String, _ serial: String) -> String {
        Hex.encode(SHA256.hash(Array("\(type.utf8.count):\(type)\(serial)".utf8)).prefix(6))
    }

    static func digest(_ bytes: [UInt8]) -> String { Hex.encode(SHA256.hash(bytes)) }
}

extension WalletFolder {
    /// Keeps a pass in the place of one of the same type and serial number.
    func keep(_ pass: ReceivedPass, record: KeptPass.Record) async throws {
        let target = "\(path)/passes/\(pass.id).pkpass"
        let draft = "\(target).\(getpid()).new"
        guard
            FileManager.default.createFile(
                atPath: draft, contents: Data(pass.bytes), attributes: [.posixPermissions: 0o600]),
            FileManager.default.contents(atPath: draft)?.count == pass.bytes.count, rename(draft, target) == 0
        else {
            unlink(draft)
            throw JourneyError(.storeFailed, "The pass could not be kept in \(path).")
        }
        try await save(record, of: pass.id)
    }

    func save(_ record: KeptPass.Record, of id: String) async throws {
        let value: JSONValue = [
            "lastModified": record.lastModified.map { .string($0) } ?? .null, "registered": .bool(record.isRegistered),
            "digest": .string(record.digest),
        ]
        try await store.save(value.compactBytes, for: WalletFolder.name("pass", [id]))
    }

    /// All passes, by organization and serial number; what is damaged is left out.
    func passes(_ verifier: PassVerifier) async throws -> [KeptPass] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path + "/passes")) ?? []
        var found: [KeptPass] = []
        for name in names.sorted() where name.hasSuffix(".pkpass") {
            let id = String(name.dropLast(7))
            guard let bytes = FileManager.default.contents(atPath: "\(path)/passes/\(name)").map(Array.init) else {
                continue
            }
            let files = verifier.examine(bytes, at: Date()).files
            guard let pass = KeptPass(bytes, files, record: try await record(of: id, KeptPass.digest(bytes))),
                pass.id == id
            else { continue }
            found.append(pass)
        }
        return found
    }

    private func record(of id: String, _ digest: String) async throws -> KeptPass.Record {
        let value = try await store.load(WalletFolder.name("pass", [id])).flatMap { try? JSONReader.read($0) }
        // A pass that was replaced when the process died has nothing said about it but that it is registered.
        let isSame = value?["digest"]?.string == digest
        return KeptPass.Record(
            lastModified: isSame ? value?["lastModified"]?.string : nil,
            isRegistered: value?["registered"]?.bool ?? false,
            digest: digest)
    }

    func remove(_ pass: KeptPass) async throws {
        unlink("\(path)/passes/\(pass.id).pkpass")
        try await store.remove(WalletFolder.name("pass", [pass.id]))
    }

    /// What a service said last time about all passes of a type.
    func updateTag(_ service: HTTPSURL, _ type: String) async throws -> String? {
        try await store.load(WalletFolder.name("tag", ["\(service)", type])).map { String(decoding: $0, as: UTF8.self) }
    }

    func save(tag: String, _ service: HTTPSURL, _ type: String) async throws {
        try await store.save(Array(tag.utf8), for: WalletFolder.name("tag", ["\(service)", type]))
    }
}
