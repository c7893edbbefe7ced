import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyTesting
import MobileDocument
import TestSupport
import Testing

@testable import CredentialSharing

@Suite struct CorruptCredentialTests {
    private let disk: StoreOnDisk
    private let office: DocumentIssuerFixture

    init() throws {
        disk = try StoreOnDisk()
        office = try DocumentIssuerFixture()
    }

    private func add(_ count: Int, _ title: String, to store: CredentialStore) async throws -> Credential {
        let documents = try await office.licences(try await store.makeKeys(count))
        return try await store.add(documents, title: title, use: .single, lowMark: 0)
    }

    private enum FileDamage: CaseIterable { case flip, cut, empty, remove, swap, open }

    /// Damages a file of the store.
    private func harm(_ harm: FileDamage, _ name: String, _ other: String) throws {
        let (file, manager) = (disk.path + "/" + name, FileManager.default)
        var bytes = Array(try Data(contentsOf: URL(filePath: file)))
        switch harm {
        case .flip: bytes[bytes.count / 2] ^= 1
        case .cut: bytes.removeLast()
        case .empty: bytes = []
        case .remove: return try manager.removeItem(atPath: file)
        case .swap: bytes = Array(try Data(contentsOf: URL(filePath: disk.path + "/" + other)))
        case .open: return try manager.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        }
        try Data(bytes).write(to: URL(filePath: file))
    }

    @Test func `erasing removes all documents and keys, damaged ones included, and keeps others' items`()
        async throws
    {
        let store = await disk.credentials()
        let (bad, good) = (try await add(2, "bad", to: store), try await add(2, "good", to: store))
        _ = try await store.makeKeys(1)
        try harm(.flip, "credential-" + bad.id, "credential-" + good.id)
        try await disk.files.save([1], for: try #require(StoreKey("mine")))
        try await store.eraseAll()
        #expect(try await store.credentials().isEmpty)
        #expect(try await store.damaged().isEmpty)
        #expect(try await disk.names("") == ["mine"])
        #expect(try await add(1, "new", to: store).copiesLeft == 1)
    }

    @Test(arguments: 0..<6)
    func `a damaged or forged record hides no other document, and can be removed`(number: Int) async throws {
        let kind = FileDamage.allCases[number]
        let store = await disk.credentials()
        let (bad, good) = (try await add(2, "bad", to: store), try await add(2, "good", to: store))
        try harm(kind, "credential-" + bad.id, "credential-" + good.id)
        let later = await disk.credentials()
        #expect(try await later.credentials().map(\.title) == ["good"])
        #expect(try await later.damaged() == (kind == .remove ? [] : [bad.id]))
        await #expect { try await later.take(bad.id) } throws: {
            ($0 as? CredentialError)?.reason == (kind == .remove ? .unknown : .damaged)
        }
        #expect(try await later.take(good.id).copiesLeft == 1)
        try await later.remove(bad.id)
        #expect(try await later.damaged().isEmpty)
        #expect(try await disk.names("document-\(bad.id)").isEmpty)
    }

    @Test(arguments: 0..<6, ["document-", "device-key-"])
    func `a damaged copy is skipped, and the others are given out`(number: Int, kind: String) async throws {
        let store = await disk.credentials()
        let (bad, good) = (try await add(2, "bad", to: store), try await add(1, "good", to: store))
        let first = try #require(await store.preview(bad.id).deviceKey)
        let name =
            kind == "document-" ? "document-\(bad.id)-0" : try DeviceKeyName.of(first).rawValue
        let other =
            kind == "document-"
            ? "document-\(good.id)-0"
            : try DeviceKeyName.of(try #require(await store.preview(good.id).deviceKey)).rawValue
        try harm(FileDamage.allCases[number], name, other)
        let later = await disk.credentials()
        let held = try await later.take(bad.id)
        #expect(held.document.deviceKey != first && held.copiesLeft == 0)
        await #expect { try await later.take(bad.id) } throws: { ($0 as? CredentialError)?.reason == .damaged }
        #expect(try await later.take(good.id).copiesLeft == 0)
    }

    @Test func `a take interrupted at any write gives nothing, and no copy is given out twice`() async throws {
        var stopped = 0
        for step in 0..<40 {
            let disk = try StoreOnDisk()
            let store = await disk.credentials()
            let documents = try await office.licences(try await store.makeKeys(2))
            let added = try await store.add(documents, title: "Licence", use: .single)
            disk.stop(after: step)
            let first = try? await store.take(added.id).document.deviceKey
            disk.stop(after: nil)
            if first == nil { stopped += 1 }
            var given: [PublicKey] = []
            let later = await disk.credentials()
            while let next = try? await later.take(added.id).document.deviceKey { given.append(next) }
            #expect(Set(given).count == given.count && !given.contains { $0 == first }, "stopped at step \(step)")
            // A write that was stopped after the new file was in place costs the copy, but no copy is returned twice.
            #expect((1...2).contains(given.count))
            if first != nil { break }
        }
        #expect(stopped >= 6)
    }

    @Test(arguments: [false, true])
    func `an addition interrupted at any write leaves all of it or nothing`(isImported: Bool) async throws {
        var outcomes: Set<Int> = []
        for step in 0..<200 {
            let disk = try StoreOnDisk()
            let store = await disk.credentials()
            let made = try (0..<2).map { _ in try AgreementKey.generate(.p256) }
            let keys = isImported ? made.map(\.publicKey) : try await store.makeKeys(2)
            let documents = try await office.licences(keys)
            disk.stop(after: step)
            let added =
                isImported
                ? try? await store.add(importing: Array(zip(documents, made)), title: "Licence", use: .single)
                : try? await store.add(documents, title: "Licence", use: .single)
            // The process ends here, before its cleanup.
            disk.stop(after: nil)
            let later = await disk.credentials()
            let listed = try await later.credentials()
            outcomes.insert(listed.count)
            #expect(try await later.damaged().isEmpty)
            if let one = listed.first {
                #expect(try await later.take(one.id).copiesLeft == 1, "stopped at step \(step)")
            } else {
                #expect(try await disk.names("document-").isEmpty)
                #expect(try await disk.names("credential-").isEmpty)
                #expect(try await disk.names("device-key-").count == (isImported ? 0 : 2))
                if !isImported { #expect(try await later.add(documents, title: "Again", use: .single).copiesLeft == 2) }
            }
            if added != nil { break }
        }
        #expect(outcomes == [0, 1])
    }

    @Test func `a removal interrupted at any write is completed later or has not begun`() async throws {
        for step in 0..<40 {
            let disk = try StoreOnDisk()
            let store = await disk.credentials()
            let documents = try await office.licences(try await store.makeKeys(2))
            let added = try await store.add(documents, title: "Licence", use: .single)
            disk.stop(after: step)
            let isRemoved = (try? await store.remove(added.id)) != nil
            disk.stop(after: nil)
            let later = await disk.credentials()
            let listed = try await later.credentials()
            if listed.isEmpty {
                #expect(try await disk.files.keys().isEmpty)
            } else {
                #expect(try await later.take(added.id).copiesLeft == 1)
            }
            if isRemoved { return }
        }
        Issue.record("a removal has more steps than it can have")
    }
}
