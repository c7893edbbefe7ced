import Foundation
import Glibc
import JourneyBase
import JourneyCrypto
import JourneyDevice
import WalletPass

/// A pass in the wallet, with the state of its web service registration.
struct InstalledPass: Sendable {
    let bytes: [UInt8]
    let content: JSONValue
    let names: PassSignerNames
    let serialNumber: String
    var record: Record

    /// The metadata stored with a pass.
    struct Record: Hashable, Sendable {
        /// The Last-Modified value of the web service, verbatim.
        var lastModified: String?
        var isRegistered = false
        /// The digest of the pass to which the record belongs. The record does not apply to any other version.
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

    /// The short id for people: the beginning of the file's name.
    var id: String { InstalledPass.id(names.passTypeIdentifier, serialNumber) }
    var webService: HTTPSURL? { content["webServiceURL"]?.string.flatMap { HTTPSURL($0) } }
    var authenticationToken: String? { content["authenticationToken"]?.string }

    /// Returns twelve hexadecimal digits. The id does not include the team, because devices identify passes by type and serial
    /// number. A type belongs to one team, and `SandboxWalletApp` never replaces a pass of another team.
    static func id(_ type: String, _ serial: String) -> String {
        Hex.encode(SHA256.hash(Array("\(type.utf8.count):\(type)\(serial)".utf8)).prefix(6))
    }

    static func digest(_ bytes: [UInt8]) -> String { Hex.encode(SHA256.hash(bytes)) }
}

extension WalletFolder {
    /// Stores a pass and replaces one of the same type and serial number.
    func save(_ pass: ReceivedPass, record: InstalledPass.Record) async throws {
        let target = "\(path)/passes/\(pass.id).pkpass"
        let draft = "\(target).\(getpid()).new"
        guard
            FileManager.default.createFile(
                atPath: draft, contents: Data(pass.bytes), attributes: [.posixPermissions: 0o600]),
            FileManager.default.contents(atPath: draft)?.count == pass.bytes.count, rename(draft, target) == 0
        else {
            unlink(draft)
            throw JourneyError(.storeFailed, "The pass could not be stored in \(path).")
        }
        try await save(record, of: pass.id)
    }

    func save(_ record: InstalledPass.Record, of id: String) async throws {
        let value: JSONValue = [
            "lastModified": record.lastModified.map { .string($0) } ?? .null, "registered": .bool(record.isRegistered),
            "digest": .string(record.digest),
        ]
        try await store.save(value.compactBytes, for: WalletFolder.name("pass", [id]))
    }

    /// Returns all passes, by organization and serial number; damaged ones are omitted.
    func passes(_ verifier: PassVerifier) async throws -> [InstalledPass] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path + "/passes")) ?? []
        var found: [InstalledPass] = []
        for name in names.sorted() where name.hasSuffix(".pkpass") {
            let id = String(name.dropLast(7))
            guard let bytes = FileManager.default.contents(atPath: "\(path)/passes/\(name)").map(Array.init) else {
                continue
            }
            let files = verifier.examine(bytes, at: Date()).files
            guard let pass = InstalledPass(bytes, files, record: try await record(of: id, InstalledPass.digest(bytes))),
                pass.id == id
            else { continue }
            found.append(pass)
        }
        return found
    }

    private func record(of id: String, _ digest: String) async throws -> InstalledPass.Record {
        let value = try await store.load(WalletFolder.name("pass", [id])).flatMap { try? JSONReader.read($0) }
        // After a crash between pass and record, only the registration still applies.
        let isSame = value?["digest"]?.string == digest
        return InstalledPass.Record(
            lastModified: isSame ? value?["lastModified"]?.string : nil,
            isRegistered: value?["registered"]?.bool ?? false,
            digest: digest)
    }

    func remove(_ pass: InstalledPass) async throws {
        unlink("\(path)/passes/\(pass.id).pkpass")
        try await store.remove(WalletFolder.name("pass", [pass.id]))
    }

    /// Returns the last update tag of a service for a pass type.
    func updateTag(_ service: HTTPSURL, _ type: String) async throws -> String? {
        try await store.load(WalletFolder.name("tag", ["\(service)", type])).map { String(decoding: $0, as: UTF8.self) }
    }

    func save(tag: String, _ service: HTTPSURL, _ type: String) async throws {
        try await store.save(Array(tag.utf8), for: WalletFolder.name("tag", ["\(service)", type]))
    }
}
