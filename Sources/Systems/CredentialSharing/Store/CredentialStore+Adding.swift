import Foundation
import JourneyBase
public import JourneyCrypto
public import MobileDocument

extension CredentialStore {
    /// Takes in the copies of one document that an issuer has signed for keys of `makeKeys`. Throws `CredentialFault`, and
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
                throw CredentialFault(.keyMismatch, "A document is for another key than the one that comes with it.")
            }
            record.phase = .importing
        } else {
            for document in documents {
                guard let own = document.deviceKey, try await keys.key(own) != nil else {
                    throw CredentialFault(.keyMismatch, "A document is for a key that is not on this device.")
                }
            }
        }
        let known = try await records().compactMap { try? $0.get() }
        let used = Set(known.flatMap(\.copies).map(\.keySPKI))
        guard used.isDisjoint(with: record.copies.map(\.keySPKI)) else {
            throw CredentialFault(.invalid, "There is a document for that key already.")
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
            return whole.credential(at: surroundings.now())
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
    ) throws(CredentialFault) -> CredentialRecord {
        guard let first = documents.first, documents.count <= CredentialStore.mostCopies,
            (1...200).contains(title.utf8.count), (0...CredentialStore.mostCopies).contains(lowMark)
        else { throw CredentialFault(.invalid, "No copy, too many, or no title that can be shown.") }
        var copies: [CredentialRecord.Copy] = []
        for (number, document) in documents.enumerated() {
            guard let key = document.deviceKey else {
                throw CredentialFault(.keyMismatch, "A document is for a key of a type that is not known.")
            }
            guard document.mso.docType == first.mso.docType, document.elementNames == first.elementNames,
                document.hasSignedItems
            else {
                throw CredentialFault(.invalid, "Copies of different documents, or items that the issuer did not sign.")
            }
            let validity = document.mso.validity
            copies.append(
                .init(
                    number: number, validFrom: validity.validFrom, validUntil: validity.validUntil, keySPKI: key.spki))
        }
        guard Set(copies.map(\.keySPKI)).count == copies.count else {
            throw CredentialFault(.invalid, "Two copies are for the same key: who sees both knows that they are one's.")
        }
        return CredentialRecord(
            id: surroundings.identifier(), order: 0, phase: .arriving, docType: first.mso.docType, title: title,
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
