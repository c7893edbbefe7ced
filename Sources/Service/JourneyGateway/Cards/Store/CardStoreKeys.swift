import Foundation
import JourneyBase
import JourneyCrypto

/// The keys of what the card proxy's database holds, derived from the issuer's API secret.
///
/// All instances have that secret and the database has not: who reads the database opens no page and learns no user's id. When
/// the secret changes, pages that wait are gone, and revocations that were owed under the old one can't be read any more.
struct CardStoreKeys: Sendable {
    private let tickets: HMACKey<SHA256>
    private let users: Secret

    /// The keys of the account with `secret`.
    init(_ secret: Secret) {
        func key(_ purpose: StaticString) -> Secret {
            HKDF<SHA256>.derive(
                from: secret, salt: Array("journeykit/cards".utf8), info: Array("\(purpose)".utf8), count: 32)
        }
        tickets = HMACKey(key("tickets"))
        users = key("owed revocations")
    }

    // MARK: Pages

    /// The keyed digest by which the database knows `ticket`.
    func digest(ofTicket ticket: String) -> [UInt8] { tickets.tag(Array(ticket.utf8)) }

    /// `page`, sealed so that its ticket alone opens it.
    func seal(_ page: CardStore.Page, ticket: String) throws -> [UInt8] {
        let content: JSONValue = [
            "partner": .string(page.user.partner), "user": .string(page.user.id), "card": .string(page.card),
        ]
        // A ticket is drawn once, so its key seals once, and one nonce will do.
        return try AESGCM.seal(
            content.compactBytes, key: pageKey(ticket), nonce: CardStoreKeys.onlyNonce, aad: digest(ofTicket: ticket))
    }

    /// The page of `ticket`; `nil` when it was sealed for another one.
    func page(_ sealed: [UInt8], ticket: String) -> CardStore.Page? {
        let opened = try? AESGCM.open(
            sealed, key: pageKey(ticket), nonce: CardStoreKeys.onlyNonce, aad: digest(ofTicket: ticket))
        guard let opened, let content = try? JSONReader.read(opened), let partner = content["partner"]?.string,
            let user = content["user"]?.string, let card = content["card"]?.string
        else { return nil }
        return CardStore.Page(user: CardUser(partner: partner, id: user), card: card)
    }

    private static let onlyNonce = [UInt8](repeating: 0, count: AESGCM.nonceCount)

    private func pageKey(_ ticket: String) -> Secret {
        HKDF<SHA256>.derive(
            from: Secret(copying: ticket.utf8), salt: digest(ofTicket: ticket), info: Array("page".utf8),
            count: AESGCM.keyCount)
    }

    // MARK: Owed revocations

    /// The id of `user`, sealed with `nonce`.
    func seal(_ user: CardUser, nonce: [UInt8]) throws -> [UInt8] {
        nonce + (try AESGCM.seal(Array(user.id.utf8), key: users, nonce: nonce, aad: user.digest))
    }

    /// The user's id; `nil` when it was sealed under another secret or for another user.
    func user(_ sealed: [UInt8], digest: [UInt8]) -> String? {
        guard sealed.count > AESGCM.nonceCount else { return nil }
        let opened = try? AESGCM.open(
            Array(sealed.dropFirst(AESGCM.nonceCount)), key: users, nonce: Array(sealed.prefix(AESGCM.nonceCount)),
            aad: digest)
        return opened.map { String(decoding: $0, as: UTF8.self) }
    }
}
