import Foundation
import JourneyBase
import JourneyCrypto
import MobileDocument
import Synchronization

@testable import CredentialSharing

/// Documents in memory, each with its key.
final class Wallet: CredentialSource {
    struct Card: Sendable {
        let credential: Credential
        let document: IssuerSigned
        let key: HeldKey
    }

    private let cards: [Card]
    private let taken = Mutex<[Credential.ID]>([])
    /// Another copy for `take` to return.
    let copy = Mutex<Card?>(nil)
    /// The error that `preview` throws.
    let damage = Mutex<CredentialError?>(nil)
    /// The action of `take` before it returns; it may throw.
    let obstacle = Mutex<(@Sendable (Credential.ID) async throws -> Void)?>(nil)

    init(_ cards: [Card]) { self.cards = cards }

    /// The copies that were taken, in order.
    var uses: [Credential.ID] { taken.withLock(\.self) }

    static func card(
        _ id: String, _ office: DocumentIssuerFixture,
        _ content: DocumentIssuer.Content = DocumentIssuerFixture.content(), copiesLeft: Int = 9,
        isRunningLow: Bool = false
    ) async throws -> Card {
        let key = try P256PrivateKey.generate()
        let document = try await office.licences([.p256(key.publicKey)], content)[0]
        let elements = document.nameSpaces.flatMap { space in
            space.items.map { ElementName(space.name, $0.elementIdentifier) }
        }
        return Card(
            credential: Credential(
                id: id, docType: content.docType, title: "Licence \(id)", elements: elements, use: .single,
                copiesLeft: copiesLeft, isRunningLow: isRunningLow, validFrom: document.mso.validity.validFrom,
                validUntil: document.mso.validity.validUntil),
            document: document,
            key: HeldKey(signer: key, agreement: .p256(try P256AgreementKey(scalar: key.scalar()))))
    }

    func credentials() async throws -> [Credential] { cards.map(\.credential) }

    func take(_ id: Credential.ID) async throws -> HeldDocument {
        try await obstacle.withLock(\.self)?(id)
        let card = try copy.withLock(\.self) ?? card(id)
        taken.withLock { $0.append(id) }
        return HeldDocument(
            document: card.document, key: card.key, copiesLeft: card.credential.copiesLeft - 1,
            isRunningLow: card.credential.isRunningLow)
    }

    func preview(_ id: Credential.ID) async throws -> IssuerSigned {
        if let fault = damage.withLock(\.self) { throw fault }
        return try card(id).document
    }

    private func card(_ id: Credential.ID) throws -> Card {
        guard let card = cards.first(where: { $0.credential.id == id }) else {
            throw CredentialError(.unknown, "No document has this identifier.")
        }
        return card
    }
}
