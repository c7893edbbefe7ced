import Foundation
public import JourneyBase
public import JourneyCrypto
public import JourneyDevice
public import MobileDocument

/// The user's documents as sealed items of a store, with their private keys in the same or another store.
///
/// Each change writes one item atomically, so that an interruption leaves the state before or after it; incomplete
/// additions and removals are completed at the next use. A single-use copy is marked before it is returned and then
/// removed with its key: no order of events returns a copy twice. One object owns the items while it uses them; another
/// one, of this process or another, is refused (`CREDENTIAL_IN_USE`).
public actor CredentialStore: CredentialSource {
    /// The maximum number of copies of one document.
    public static let mostCopies = 1_000

    let store: any SecretStore
    let keys: any DeviceKeys
    let dependencies: Dependencies
    private var isTidy = false
    /// The lease that keeps every other object, of this process or another, from the items.
    private var claim: (any StoreLease)?
    /// An actor alone admits other calls while it waits for the disk.
    private let mutex = AsyncMutex()

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - store: The store of the documents.
    ///   - keys: The keys of the documents; `nil` to keep them in `store` too.
    ///   - dependencies: The source of time and identifiers.
    public init(store: any SecretStore, keys: (any DeviceKeys)? = nil, dependencies: Dependencies = .system) {
        self.store = store
        self.keys = keys ?? SealedDeviceKeys(store: store)
        self.dependencies = dependencies
    }

    public func credentials() async throws -> [Credential] {
        try await exclusively {
            let now = dependencies.now()
            return try await records().compactMap { try? $0.get() }.filter { $0.phase == .here }
                .sorted { $0.order < $1.order }.map { $0.credential(at: now) }
        }
    }

    /// Returns the identifiers of damaged or forged documents. They are not listed and can be removed.
    ///
    /// - Throws: `CredentialError` with `CREDENTIAL_IN_USE`; `JourneyError` with `STORE_FAILED`.
    public func damaged() async throws -> [Credential.ID] {
        try await exclusively {
            try await records().compactMap { if case .failure(let damage) = $0 { damage.id } else { nil } }
        }
    }

    public func take(_ id: Credential.ID) async throws -> HeldDocument {
        try await exclusively {
            var record = try await here(id)
            let (copy, document, key, damaged) = try await next(of: record)
            guard record.use == .single else {
                return HeldDocument(document: document, key: key, copiesLeft: record.fresh.count, isRunningLow: false)
            }
            // Copies spent before that could not be removed are removed with this one.
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
        try await exclusively { try await next(of: here(id)).document }
    }

    /// Removes a document, damaged or not, with its copies and keys. Removing an unknown document has no effect.
    ///
    /// - Parameter id: The document.
    /// - Throws: `CredentialError` with `CREDENTIAL_IN_USE`; `JourneyError` with `STORE_FAILED`.
    public func remove(_ id: Credential.ID) async throws {
        try await exclusively {
            do {
                var record = try await here(id)
                record.phase = .leaving
                try await save(record)
                try await discard(record)
            } catch let fault as CredentialError {
                // A store that cannot be read at the moment is not damaged: its error is thrown, and everything stays.
                guard fault.reason == .damaged || fault.reason == .unknown else { throw fault }
                try await discard(damaged: id)
            }
        }
    }

    /// Erases all documents, damaged ones too: copies, keys, and unused keys in the store. Items of others in the store
    /// stay.
    ///
    /// - Throws: `CredentialError` with `CREDENTIAL_IN_USE` while others use the documents; `JourneyError` with
    ///   `STORE_FAILED`.
    public func eraseAll() async throws {
        try await exclusively {
            for found in try await records() {
                switch found {
                case .success(var record):
                    // After an interruption the removal continues.
                    record.phase = .leaving
                    try await save(record)
                    try await discard(record)
                case .failure(let damage): try await discard(damaged: damage.id)
                }
            }
            for key in try await store.keys() where CredentialItem.isOne(key) { try await store.remove(key) }
        }
    }

    /// Creates keys for an issuer to bind documents to.
    ///
    /// - Parameter count: The number of keys, at most `mostCopies`.
    /// - Returns: The public keys.
    /// - Throws: `JourneyError` with `STORE_FAILED`.
    public func makeKeys(_ count: Int) async throws -> [PublicKey] {
        var made: [PublicKey] = []
        for _ in 0..<min(count, CredentialStore.mostCopies) { made.append(try await keys.makeKey()) }
        return made
    }

    /// Returns the copy to use next with its key, and the number of damaged copies before it. Loads before anything is
    /// marked, so that a temporary read error loses nothing.
    private func next(
        of record: CredentialRecord
    ) async throws -> (copy: CredentialRecord.Copy, document: IssuerSigned, key: HeldKey, damaged: Int) {
        guard !record.fresh.isEmpty else {
            throw CredentialError(.usedUp, "Every copy of the document was presented. Have new copies issued.")
        }
        let candidates = record.usable(at: dependencies.now())
        guard !candidates.isEmpty else {
            throw CredentialError(.expired, "No copy of the document is valid at this time.")
        }
        for (damaged, copy) in candidates.enumerated() {
            do {
                if let (document, key) = try await load(copy, of: record) { return (copy, document, key, damaged) }
            } catch let error as JourneyError where !error.isRecoverable {}
        }
        throw CredentialError(
            .damaged, "The document's stored data is damaged or missing. Remove the document and have it issued again.")
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

    /// Releases the items for other objects once all calls have ended. The next call claims them again.
    public func close() async {
        await mutex.lock()
        defer { mutex.unlock() }
        claim = nil
        isTidy = false
    }

    private func claimed() async throws -> any StoreLease {
        guard let name = StoreKey("credentials"), let claim = try await store.claim(name) else {
            throw CredentialError(.inUse, "Another object or process is using these documents. Close it first.")
        }
        return claim
    }

    /// Runs `body` when all earlier calls have ended.
    func exclusively<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        await mutex.lock()
        defer { mutex.unlock() }
        if claim == nil { claim = try await claimed() }
        // A store that cannot be cleaned up now can still be read.
        if !isTidy { isTidy = (try? await tidy()) != nil }
        return try await body()
    }

    /// Adds the copies of one document that an issuer has signed for keys of `makeKeys`. On failure nothing is added,
    /// unless the store fails at the removal as well.
    ///
    /// The caller decides whether to trust the issuer: a holder presents what it was given.
    ///
    /// - Parameters:
    ///   - documents: The copies.
    ///   - title: The name under which the user knows the document, 1 to 200 bytes.
    ///   - use: The use of each copy: once, or any number of times.
    ///   - lowMark: `isRunningLow` is `true` at this number of remaining single-use copies or fewer.
    /// - Returns: The document's list entry.
    /// - Throws: `CredentialError` with `CREDENTIAL_KEY`, `CREDENTIAL_INVALID` or `CREDENTIAL_IN_USE`; `JourneyError`
    ///   with `STORE_FAILED`.
    @discardableResult
    public func add(
        _ documents: [IssuerSigned], title: String, use: Credential.Use, lowMark: Int = 3
    ) async throws -> Credential {
        try await exclusively { try await arrive(documents, nil, title, use, lowMark) }
    }

    /// Adds copies of one document together with their keys, which were generated elsewhere. The Secure Enclave cannot
    /// import keys.
    ///
    /// - Parameters:
    ///   - copies: The copies with their private keys.
    ///   - title: The name under which the user knows the document, 1 to 200 bytes.
    ///   - use: The use of each copy: once, or any number of times.
    ///   - lowMark: `isRunningLow` is `true` at this number of remaining single-use copies or fewer.
    /// - Returns: The document's list entry.
    /// - Throws: `CredentialError` with `CREDENTIAL_KEY`, `CREDENTIAL_INVALID` or `CREDENTIAL_IN_USE`; `JourneyError`
    ///   with `STORE_FAILED`.
    @discardableResult
    public func add(
        importing copies: [(document: IssuerSigned, key: AgreementKey)], title: String, use: Credential.Use,
        lowMark: Int = 3
    ) async throws -> Credential {
        try await exclusively { try await arrive(copies.map(\.document), copies.map(\.key), title, use, lowMark) }
    }

    private func arrive(
        _ documents: [IssuerSigned], _ imported: [AgreementKey]?, _ title: String, _ use: Credential.Use, _ lowMark: Int
    ) async throws -> Credential {
        var record = try draft(documents, title, use, lowMark)
        if let imported {
            guard imported.map(\.publicKey.spki) == record.copies.map(\.keySPKI) else {
                throw CredentialError(.keyMismatch, "A document is bound to another key than the one imported with it.")
            }
            record.phase = .importing
        } else {
            for document in documents {
                guard let own = document.deviceKey, try await keys.key(own) != nil else {
                    throw CredentialError(.keyMismatch, "A document is bound to a key that is not on this device.")
                }
            }
        }
        let known = try await records().compactMap { try? $0.get() }
        let used = Set(known.flatMap(\.copies).map(\.keySPKI))
        guard used.isDisjoint(with: record.copies.map(\.keySPKI)) else {
            throw CredentialError(.invalid, "Another document is bound to the same key.")
        }
        record.order = (known.map(\.order).max() ?? 0) + 1
        do {
            try await save(record)
            for key in imported ?? [] { try await keys.importKey(key) }
            for (copy, document) in zip(record.copies, documents) {
                try await store.save(
                    Array(document.encoded), for: try CredentialItem.document(record.id, copy.number))
            }
            var whole = record
            whole.phase = .here
            try await save(whole)
            return whole.credential(at: dependencies.now())
        } catch {
            // The last write may have succeeded: the documents are removed only once the record says so. What cannot be
            // removed now is removed when the store is used the next time.
            if (try? await save(record)) != nil { try? await discard(record) }
            throw error
        }
    }

    /// Creates the record of copies, after checking that they belong together and that their items are what the issuer
    /// signed.
    private func draft(
        _ documents: [IssuerSigned], _ title: String, _ use: Credential.Use, _ lowMark: Int
    ) throws(CredentialError) -> CredentialRecord {
        guard let first = documents.first, documents.count <= CredentialStore.mostCopies,
            (1...200).contains(title.utf8.count), (0...CredentialStore.mostCopies).contains(lowMark)
        else {
            throw CredentialError(
                .invalid,
                "Invalid number of copies (1 to \(CredentialStore.mostCopies)), title (1 to 200 bytes) or low mark.")
        }
        var copies: [CredentialRecord.Copy] = []
        for (number, document) in documents.enumerated() {
            guard let key = document.deviceKey else {
                throw CredentialError(.keyMismatch, "A document is bound to a key of an unknown type.")
            }
            guard document.mso.docType == first.mso.docType, document.elementNames == first.elementNames,
                document.hasSignedItems
            else {
                throw CredentialError(
                    .invalid, "The copies differ in type or elements, or have items that the issuer did not sign.")
            }
            let validity = document.mso.validity
            copies.append(
                .init(
                    number: number, validFrom: validity.validFrom, validUntil: validity.validUntil, keySPKI: key.spki))
        }
        guard Set(copies.map(\.keySPKI)).count == copies.count else {
            throw CredentialError(.invalid, "Two copies are bound to the same key, which would make them linkable.")
        }
        return CredentialRecord(
            id: dependencies.identifier(), order: 0, phase: .arriving, docType: first.mso.docType, title: title,
            use: use, lowMark: lowMark, elements: first.elementNames, copies: copies)
    }
}

extension IssuerSigned {
    /// The names of the document's items, in their order.
    var elementNames: [ElementName] {
        nameSpaces.flatMap { space in space.items.map { ElementName(space.name, $0.elementIdentifier) } }
    }

    /// `true` if each item has the digest that the issuer signed for it.
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
