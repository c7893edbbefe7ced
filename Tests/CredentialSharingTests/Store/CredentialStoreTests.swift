import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import JourneyDevice
import JourneyTesting
import MobileDocument
import Synchronization
import TestSupport
import Testing

@testable import CredentialSharing

@Suite struct CredentialStoreTests {
    private let disk: StoreOnDisk
    private let office: DocumentIssuerFixture

    init() throws {
        disk = try StoreOnDisk()
        office = try DocumentIssuerFixture()
    }

    /// Returns a store with `count` copies of a licence.
    private func filled(
        _ count: Int = 3, use: Credential.Use = .single, lowMark: Int = 1,
        _ content: DocumentIssuer.Content = DocumentIssuerFixture.content()
    ) async throws -> (CredentialStore, Credential) {
        let store = await disk.credentials()
        let documents = try await office.licences(try await store.makeKeys(count), content)
        return (store, try await store.add(documents, title: "Licence", use: use, lowMark: lowMark))
    }

    /// Returns the SPKI of a copy's device key.
    private func key(_ document: IssuerSigned) throws -> [UInt8] { try #require(document.deviceKey?.spki) }

    @Test func `a batch is listed without a value, and each copy is given once, with its own key`() async throws {
        let (store, added) = try await filled()
        let listed = try await store.credentials()
        #expect(listed == [added])
        #expect(added.title == "Licence" && added.docType == .drivingLicence && added.copiesLeft == 3)
        #expect(added.elements.contains(ElementName(DocumentIssuerFixture.licence, "portrait")) && !added.isRunningLow)
        var seen: Set<[UInt8]> = []
        for left in [2, 1, 0] {
            let promised = try key(await store.preview(added.id))
            let held = try await store.take(added.id)
            #expect(try key(held.document) == promised)
            #expect(seen.insert(promised).inserted)
            #expect(held.copiesLeft == left && held.isRunningLow == (left <= 1))
            guard case .signature(let signer) = held.key.signature, case .p256(let own)? = held.document.deviceKey
            else {
                Issue.record("a key of another kind")
                return
            }
            #expect(own.verifies(try await signer.sign([1, 2, 3]), of: [1, 2, 3]))
        }
        await #expect { try await store.take(added.id) } throws: { ($0 as? CredentialError)?.reason == .usedUp }
        #expect(try await store.credentials().first?.copiesLeft == 0)
    }

    @Test func `a copy is marked as used on disk first, so the next process does not give it out`()
        async throws
    {
        let (store, added) = try await filled(2)
        let first = try key(await store.take(added.id).document)
        // Without closing the store: another process finds the disk as it is.
        let second = try key(await disk.credentials().take(added.id).document)
        #expect(first != second)
        #expect(try await disk.names("document-").count == 0)
        #expect(try await disk.names("device-key-").count == 0)
    }

    @Test func `a reusable document is given any number of times`() async throws {
        let (store, added) = try await filled(1, use: .reusable)
        let first = try key(await store.take(added.id).document)
        for _ in 0..<5 {
            let again = try await store.take(added.id)
            #expect(try key(again.document) == first)
            #expect(again.copiesLeft == 1 && !again.isRunningLow)
        }
    }

    @Test func `forty concurrent takes get forty different copies`() async throws {
        let (store, added) = try await filled(40)
        let taken = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<40 { group.addTask { try #require(try await store.take(added.id).document.deviceKey?.spki) } }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(taken.count == 40)
        #expect(try await store.credentials().first?.copiesLeft == 0)
    }

    @Test func `a low number of copies is reported, except for a reusable document`() async throws {
        let (store, added) = try await filled(3, lowMark: 2)
        #expect(!added.isRunningLow)
        #expect(try await store.take(added.id).isRunningLow)
        #expect(try await store.credentials().first?.isRunningLow == true)
    }

    @Test func `a copy is given out only while valid, and the one that expires first goes first`() async throws {
        let store = await disk.credentials()
        let (past, soon) = (
            DocumentIssuerFixture.now - DocumentIssuerFixture.day, DocumentIssuerFixture.now + DocumentIssuerFixture.day
        )
        let keys = try await store.makeKeys(4)
        var documents: [IssuerSigned] = []
        let times = [
            (past - DocumentIssuerFixture.day, past),
            (past, DocumentIssuerFixture.now + 20 * DocumentIssuerFixture.day), (past, soon), (soon, soon + 9),
        ]
        for (key, time) in zip(keys, times) {
            documents += try await office.licences([key], DocumentIssuerFixture.content(from: time.0, until: time.1))
        }
        let added = try await store.add(documents, title: "Licence", use: .single)
        #expect(added.copiesLeft == 3 && added.validUntil == soon && added.isUsable(at: DocumentIssuerFixture.now))
        #expect(try key(await store.take(added.id).document) == keys[2].spki)
        #expect(try key(await store.take(added.id).document) == keys[1].spki)
        await #expect { try await store.take(added.id) } throws: { ($0 as? CredentialError)?.reason == .expired }
        await #expect { try await store.preview(added.id) } throws: { ($0 as? CredentialError)?.reason == .expired }
        let later = await disk.credentials(.fixed(now: DocumentIssuerFixture.now + 40 * DocumentIssuerFixture.day))
        #expect(
            try await later.credentials().first?.isUsable(
                at: DocumentIssuerFixture.now + 40 * DocumentIssuerFixture.day) == false)
    }

    @Test func `a removed document is gone with its keys, and removing it twice has no effect`() async throws {
        let (store, added) = try await filled()
        try await store.remove(added.id)
        try await store.remove(added.id)
        #expect(try await store.credentials().isEmpty)
        #expect(try await disk.files.keys().isEmpty)
        for id in [added.id, "", "../x", "nobody"] {
            await #expect { try await store.take(id) } throws: { ($0 as? CredentialError)?.reason == .unknown }
        }
    }

    @Test func `an issuer's documents are imported with their keys, and with no others`() async throws {
        let store = await disk.credentials()
        for curve in [EllipticCurve.p256, .p384, .p521] {
            let keys = try (0..<2).map { _ in try AgreementKey.generate(curve) }
            let documents = try await office.licences(keys.map(\.publicKey))
            let added = try await store.add(importing: Array(zip(documents, keys)), title: "\(curve)", use: .single)
            #expect(try await store.take(added.id).key.mac(for: try AgreementKey.generate(curve).publicKey) != nil)
            await #expect {
                try await store.add(importing: [(documents[1], keys[0])], title: "x", use: .single)
            } throws: {
                ($0 as? CredentialError)?.reason == .keyMismatch
            }
        }
        #expect(try await store.credentials().map(\.title) == ["p256", "p384", "p521"])
    }

    @Test func `a MAC needs a key of the reader's curve`() async throws {
        let (store, added) = try await filled(1)
        let held = try await store.take(added.id)
        #expect(held.key.mac(for: try AgreementKey.generate(.p256).publicKey) != nil)
        #expect(held.key.mac(for: try AgreementKey.generate(.p384).publicKey) == nil)
        let signing = HeldKey(signer: try P256PrivateKey.generate())
        #expect(signing.mac(for: try AgreementKey.generate(.p256).publicKey) == nil)
    }

    @Test func `documents that differ or belong to another device are refused`() async throws {
        let store = await disk.credentials()
        let keys = try await store.makeKeys(2)
        let documents = try await office.licences(keys)
        let other = try await office.licences([keys[0]], DocumentIssuerFixture.content(["height": 180]))
        let foreign = try await office.licences([.p256(P256PrivateKey.generate().publicKey)])
        var changed = documents[0].encoded
        let place = try #require(Array(changed).firstRange(of: Array("Muster".utf8))).lowerBound
        changed[changed.startIndex + place] = UInt8(ascii: "N")
        let forged = try IssuerSigned(changed)
        for (wrong, reason) in [
            ([], .invalid), ([documents[0], other[0]], .invalid), ([documents[0], documents[0]], .invalid),
            (foreign, .keyMismatch), ([forged], .invalid),
        ] as [([IssuerSigned], CredentialError.Reason)] {
            await #expect { try await store.add(wrong, title: "Licence", use: .single) } throws: {
                ($0 as? CredentialError)?.reason == reason
            }
        }
        await #expect(throws: CredentialError.self) { try await store.add(documents, title: "", use: .single) }
        try await store.add(documents, title: "Licence", use: .single)
        await #expect(throws: CredentialError.self) { try await store.add(documents, title: "Again", use: .single) }
        #expect(try await store.credentials().count == 1)
    }

    @Test func `a second owner of the store is refused until the first is released`() async throws {
        let (first, added) = try await filled(2)
        // Another process has its own store over the same folder.
        let others = [
            CredentialStore(store: disk.files, dependencies: .fixed()),
            CredentialStore(store: try SealedFileStore(directory: disk.path), dependencies: .fixed()),
        ]
        for other in others {
            await #expect { try await other.take(added.id) } throws: { ($0 as? CredentialError)?.reason == .inUse }
            await #expect { try await other.credentials() } throws: { ($0 as? CredentialError)?.reason == .inUse }
        }
        let one = try key(await first.take(added.id).document)
        await first.close()
        #expect(try key(await others[1].take(added.id).document) != one)
        await #expect { try await first.preview(added.id) } throws: { ($0 as? CredentialError)?.reason == .inUse }
    }

    @Test func `a removal while the store is unreadable keeps the document, whose keys can be removed later`()
        async throws
    {
        let weak = FlakyStore(disk.files)
        let store = CredentialStore(store: weak, dependencies: .fixed())
        let documents = try await office.licences(try await store.makeKeys(2))
        let added = try await store.add(documents, title: "Licence", use: .single)
        weak.isDown.set(true)
        await #expect { try await store.remove(added.id) } throws: { ($0 as? JourneyError)?.isRecoverable == true }
        weak.isDown.set(false)
        #expect(try await disk.names("device-key-").count == 2)
        #expect(try await disk.names("document-").count == 2)
        try await store.remove(added.id)
        #expect(try await disk.files.keys().isEmpty)
    }

    @Test func `private keys are only in locked memory`() async throws {
        try #require(MemoryScan.isPossible)
        let store = await disk.credentials()
        let spki = try #require(try await store.makeKeys(1).first).spki
        let key = try PublicKey(spki: spki)
        let name = try DeviceKeyName.of(key)
        let scan: MemoryScan
        do { scan = MemoryScan(for: try #require(try await disk.files.loadSecret(name))) }
        let added = try await store.add(try await office.licences([key]), title: "Licence", use: .single)
        do {
            let held = try await store.take(added.id)
            guard case .signature(let signer) = held.key.signature else { return }
            _ = try await signer.sign([1])
        }
        #expect(try scan.count() == 0)
    }
}

/// A store that cannot be read for a while.
private final class FlakyStore: SecretStore {
    final class Switch: Sendable {
        private let value = Mutex(false)
        var isOn: Bool { value.withLock { $0 } }
        func set(_ isOn: Bool) { value.withLock { $0 = isOn } }
    }

    let isDown = Switch()
    private let store: SealedFileStore

    init(_ store: SealedFileStore) { self.store = store }

    private func check() throws {
        guard isDown.isOn else { return }
        throw JourneyError(.storeFailed, "The device is locked.", recovery: .retry(after: .seconds(1)))
    }

    func load(_ key: StoreKey) async throws -> [UInt8]? {
        try check()
        return try await store.load(key)
    }
    func loadSecret(_ key: StoreKey) async throws -> Secret? {
        try check()
        return try await store.loadSecret(key)
    }
    func save(_ item: [UInt8], for key: StoreKey) async throws { try await store.save(item, for: key) }
    func saveSecret(_ secret: Secret, for key: StoreKey) async throws { try await store.saveSecret(secret, for: key) }
    func remove(_ key: StoreKey) async throws { try await store.remove(key) }
    func keys() async throws -> [StoreKey] { try await store.keys() }
}
