import Foundation
import JourneyBase
import JourneyCrypto

/// The keys that protect values in the card proxy's database, derived from the issuer's API secret.
///
/// All instances have the secret, the database doesn't: its readers can neither open a page nor learn a user's id. After a change
/// of the secret, unfetched pages and pending revocations can't be decrypted.
struct CardStoreKeys: Sendable {
    private let tickets: HMACKey<SHA256>
    private let users: Secret

    /// Derives the keys of the account with the API secret `secret`.
    init(_ secret: Secret) {
        func key(_ purpose: StaticString) -> Secret {
            HKDF<SHA256>.derive(
                from: secret, salt: Array("journeykit/cards".utf8), info: Array("\(purpose)".utf8), count: 32)
        }
        tickets = HMACKey(key("tickets"))
        users = key("owed revocations")
    }

    // MARK: Pages

    /// Returns the keyed digest under which the database stores `ticket`.
    func digest(ofTicket ticket: String) -> [UInt8] { tickets.tag(Array(ticket.utf8)) }

    /// Encrypts `page` under a key derived from its ticket.
    func seal(_ page: CardStore.Page, ticket: String) throws -> [UInt8] {
        let content: JSONValue = [
            "partner": .string(page.user.partner), "user": .string(page.user.id), "card": .string(page.card),
        ]
        // Each random ticket yields a key for a single encryption, so a constant nonce is safe.
        return try AESGCM.seal(
            content.compactBytes, key: pageKey(ticket), nonce: CardStoreKeys.onlyNonce, aad: digest(ofTicket: ticket))
    }

    /// Decrypts the page of `ticket`; `nil` if it was encrypted for another ticket.
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

    /// Encrypts the id of `user` with `nonce`.
    func seal(_ user: CardUser, nonce: [UInt8]) throws -> [UInt8] {
        nonce + (try AESGCM.seal(Array(user.id.utf8), key: users, nonce: nonce, aad: user.digest))
    }

    /// Decrypts the user's id; `nil` if it was encrypted under another secret or for another user.
    func user(_ sealed: [UInt8], digest: [UInt8]) -> String? {
        guard sealed.count > AESGCM.nonceCount else { return nil }
        let opened = try? AESGCM.open(
            Array(sealed.dropFirst(AESGCM.nonceCount)), key: users, nonce: Array(sealed.prefix(AESGCM.nonceCount)),
            aad: digest)
        return opened.map { String(decoding: $0, as: UTF8.self) }
    }
}
