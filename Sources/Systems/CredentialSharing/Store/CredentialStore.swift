import Foundation
public import JourneyBase
public import JourneyCrypto
public import JourneyDevice
public import MobileDocument

/// The person's documents, as sealed items of a store, with the keys that prove them in another.
///
/// Each change is one item that is written whole or not at all, so that an interruption at any point leaves the state before or
/// the state after it; what was left half written or half removed goes when the store is used the next time. A copy for single
/// use is marked before anybody gets it, and its data and its key go with that: no order of events gives one copy twice. One
/// object owns the items while it uses them: another one, of this process or another, is refused (`CREDENTIAL_IN_USE`).
public actor CredentialStore: CredentialSource {
    /// The most copies of one document.
    public static let mostCopies = 1_000

    let store: any SecretStore
    let keys: any DeviceKeys
    let dependencies: Dependencies
    private var isTidy = false
    /// Keeps every other object, of this process or another, from the items.
    private var claim: (any StoreLease)?
    /// An actor alone lets others in while it waits for the disk.
    private let mutex = AsyncMutex()

    /// The documents in `store`; their keys are in `keys`, or else in the store too.
    public init(store: any SecretStore, keys: (any DeviceKeys)? = nil, dependencies: Dependencies = .system) {
        self.store = store
        self.keys = keys ?? SealedDeviceKeys(store: store)
        self.dependencies = dependencies
    }

    public func credentials() async throws -> [Credential] {
        try await alone {
            let now = dependencies.now()
            return try await records().compactMap { try? $0.get() }.filter { $0.phase == .here }
                .sorted { $0.order < $1.order }.map { $0.credential(at: now) }
        }
    }

    /// The ids of documents that were damaged or forged: they are not listed, and can be removed.
    public func damaged() async throws -> [Credential.ID] {
        try await alone {
            try await records().compactMap { if case .failure(let damage) = $0 { damage.id } else { nil } }
        }
    }

    public func take(_ id: Credential.ID) async throws -> HeldDocument {
        try await alone {
            var record = try await here(id)
            let (copy, document, key, damaged) = try await next(of: record)
            guard record.use == .single else {
                return HeldDocument(document: document, key: key, copiesLeft: record.fresh.count, isRunningLow: false)
            }
            // What was spent before is gone by now, or goes with this one.
            for spent in record.copies where spent.isSpent {
                if await forget(spent, of: record) { record.copies.removeAll { $0.number == spent.number } }
            }
            for index in record.copies.indices where record.copies[index].number == copy.number {
                record.copies[index].isSpent = true
            }
            try await save(record)
            _ = await forget(copy, of: record)
            let left = record.credential(at: dependencies.now()).copiesLeft - damaged
            return HeldDocument(
                document: document, key: key, copiesLeft: max(0, left), isRunningLow: record.isLow(left))
        }
    }

    public func preview(_ id: Credential.ID) async throws -> IssuerSigned {
        try await alone { try await next(of: here(id)).document }
    }

    /// Removes a document, its copies and their keys; a damaged one too. Removing what is not there is fine.
    public func remove(_ id: Credential.ID) async throws {
        try await alone {
            do {
                var record = try await here(id)
                record.phase = .leaving
                try await save(record)
                try await discard(record)
            } catch let fault as CredentialError {
                // A store that cannot be read now is not damaged: its own error goes on, and everything stays.
                guard fault.reason == .damaged || fault.reason == .unknown else { throw fault }
                try await discard(damaged: id)
            }
        }
    }

    /// Erases all that is kept of documents, damaged ones too: their copies, their keys, and keys in the store for which no document
    /// ever came. What others keep in the store stays. Throws `STORE_FAILED`, and `CredentialError` while others use the documents.
    public func eraseAll() async throws {
        try await alone {
            for found in try await records() {
                switch found {
                case .success(var record):
                    // After an interruption the removal goes on.
                    record.phase = .leaving
                    try await save(record)
                    try await discard(record)
                case .failure(let damage): try await discard(damaged: damage.id)
                }
            }
            for key in try await store.keys() where CredentialItem.isOne(key) { try await store.remove(key) }
        }
    }

    /// New keys, for an issuer to sign documents for. Throws `JourneyError` with `STORE_FAILED`.
    public func makeKeys(_ count: Int) async throws -> [PublicKey] {
        var made: [PublicKey] = []
        for _ in 0..<min(count, CredentialStore.mostCopies) { made.append(try await keys.makeKey()) }
        return made
    }

    /// The copy to give next, with its key, and how many before it were damaged. Loads before anything is marked, so that
    /// nothing is lost to a store that cannot read at the moment.
    private func next(
        of record: CredentialRecord
    ) async throws -> (copy: CredentialRecord.Copy, document: IssuerSigned, key: HeldKey, damaged: Int) {
        guard !record.fresh.isEmpty else {
            throw CredentialError(.usedUp, "Every copy of the document was shown; new ones have to be issued.")
        }
        let candidates = record.usable(at: dependencies.now())
        guard !candidates.isEmpty else {
            throw CredentialError(.expired, "No copy of the document is good at this time.")
        }
        for (damaged, copy) in candidates.enumerated() {
            do {
                if let (document, key) = try await load(copy, of: record) { return (copy, document, key, damaged) }
            } catch let error as JourneyError where !error.isRecoverable {}
        }
        throw CredentialError(.damaged, "What is stored of the document was changed or taken away.")
    }

    private func load(
        _ copy: CredentialRecord.Copy, of record: CredentialRecord
    ) async throws -> (IssuerSigned, HeldKey)? {
        guard let bytes = try await store.load(try CredentialItem.document(record.id, copy.number)),
            let document = try? IssuerSigned(bytes[...]), let own = document.deviceKey, own.spki == copy.keySPKI,
            document.mso.docType == record.docType, let key = try await keys.key(own)
        else { return nil }
        return (document, key)
    }

    /// Lets others use the items, when whoever uses this object is done. The next use claims them again.
    public func close() async {
        await mutex.lock()
        defer { mutex.unlock() }
        claim = nil
        isTidy = false
    }

    private func claimed() async throws -> any StoreLease {
        guard let name = StoreKey("credentials"), let claim = try await store.claim(name) else {
            throw CredentialError(.inUse, "Somebody else is using these documents.")
        }
        return claim
    }

    /// Runs `body` when all who came before are done.
    func alone<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        await mutex.lock()
        defer { mutex.unlock() }
        if claim == nil { claim = try await claimed() }
        // A store that cannot be tidied now can be read all the same.
        if !isTidy { isTidy = (try? await tidy()) != nil }
        return try await body()
    }

    /// Takes in the copies of one document that an issuer has signed for keys of `makeKeys`. Throws `CredentialError`, and
    /// `JourneyError` with `STORE_FAILED`: then nothing of it is there, unless the store fails at the removal as well.
    ///
    /// `lowMark` is the number of copies left from which on new ones are due. Whether the issuer is one to be believed, who
    /// asked for the documents has to know: a holder shows what it was given.
    @discardableResult
    public func add(
        _ documents: [IssuerSigned], title: String, use: Credential.Use, lowMark: Int = 3
    ) async throws -> Credential {
        try await alone { try await arrive(documents, nil, title, use, lowMark) }
    }

    /// Takes in copies of one document whose keys were made elsewhere and come with them. Throws as `add` does; keys in the
    /// Secure Enclave come from nowhere else.
    @discardableResult
    public func add(
        importing copies: [(document: IssuerSigned, key: AgreementKey)], title: String, use: Credential.Use,
        lowMark: Int = 3
    ) async throws -> Credential {
        try await alone { try await arrive(copies.map(\.document), copies.map(\.key), title, use, lowMark) }
    }

    private func arrive(
        _ documents: [IssuerSigned], _ imported: [AgreementKey]?, _ title: String, _ use: Credential.Use, _ lowMark: Int
    ) async throws -> Credential {
        var record = try draft(documents, title, use, lowMark)
        if let imported {
            guard imported.map(\.publicKey.spki) == record.copies.map(\.keySPKI) else {
                throw CredentialError(.keyMismatch, "A document is for another key than the one that comes with it.")
            }
            record.phase = .importing
        } else {
            for document in documents {
                guard let own = document.deviceKey, try await keys.key(own) != nil else {
                    throw CredentialError(.keyMismatch, "A document is for a key that is not on this device.")
                }
            }
        }
        let known = try await records().compactMap { try? $0.get() }
        let used = Set(known.flatMap(\.copies).map(\.keySPKI))
        guard used.isDisjoint(with: record.copies.map(\.keySPKI)) else {
            throw CredentialError(.invalid, "There is a document for that key already.")
        }
        record.order = (known.map(\.order).max() ?? 0) + 1
        do {
            try await save(record)
            for key in imported ?? [] { try await keys.keep(key) }
            for (copy, document) in zip(record.copies, documents) {
                try await store.save(
                    Array(document.encoded), for: try CredentialItem.document(record.id, copy.number))
            }
            var whole = record
            whole.phase = .here
            try await save(whole)
            return whole.credential(at: dependencies.now())
        } catch {
            // The last write may have got through: its documents go only when the record says so. What cannot be removed now
            // goes when the store is used the next time.
            if (try? await save(record)) != nil { try? await discard(record) }
            throw error
        }
    }

    /// The record of copies that belong together, and whose items are what the issuer signed.
    private func draft(
        _ documents: [IssuerSigned], _ title: String, _ use: Credential.Use, _ lowMark: Int
    ) throws(CredentialError) -> CredentialRecord {
        guard let first = documents.first, documents.count <= CredentialStore.mostCopies,
            (1...200).contains(title.utf8.count), (0...CredentialStore.mostCopies).contains(lowMark)
        else { throw CredentialError(.invalid, "No copy, too many, or no title that can be shown.") }
        var copies: [CredentialRecord.Copy] = []
        for (number, document) in documents.enumerated() {
            guard let key = document.deviceKey else {
                throw CredentialError(.keyMismatch, "A document is for a key of a type that is not known.")
            }
            guard document.mso.docType == first.mso.docType, document.elementNames == first.elementNames,
                document.hasSignedItems
            else {
                throw CredentialError(.invalid, "Copies of different documents, or items that the issuer did not sign.")
            }
            let validity = document.mso.validity
            copies.append(
                .init(
                    number: number, validFrom: validity.validFrom, validUntil: validity.validUntil, keySPKI: key.spki))
        }
        guard Set(copies.map(\.keySPKI)).count == copies.count else {
            throw CredentialError(.invalid, "Two copies are for the same key: who sees both knows that they are one's.")
        }
        return CredentialRecord(
            id: dependencies.identifier(), order: 0, phase: .arriving, docType: first.mso.docType, title: title,
            use: use, lowMark: lowMark, elements: first.elementNames, copies: copies)
    }
}

extension IssuerSigned {
    /// The names of its items, in their order.
    var elementNames: [ElementName] {
        nameSpaces.flatMap { space in space.items.map { ElementName(space.name, $0.elementIdentifier) } }
    }

    /// Whether each item has the digest that the issuer signed for it.
    fileprivate var hasSignedItems: Bool {
        !nameSpaces.isEmpty
            && nameSpaces.allSatisfy { space in
                space.items.allSatisfy { item in
                    mso.valueDigests[space.name]?[item.digestID].map {
                        $0.elementsEqual(item.digest(mso.digestAlgorithm))
                    } ?? false
                }
            }
    }
}
