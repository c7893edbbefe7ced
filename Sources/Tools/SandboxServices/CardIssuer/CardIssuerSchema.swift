import JourneyServer

/// The issuer's tables. Amounts are whole minor units; times are milliseconds since 1970.
enum CardIssuerSchema {
    static let schema = Schema("card-issuer", [Migration("cards", cards)])

    private static let cards: StaticString = """
        CREATE TABLE cardholder (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, email_verified {integer} NOT NULL, phone_verified {integer} NOT NULL
        ) {strict};
        CREATE TABLE card (
            id TEXT PRIMARY KEY, owner TEXT NOT NULL REFERENCES cardholder (id), kind TEXT NOT NULL, status TEXT NOT NULL,
            block_type TEXT, holder TEXT NOT NULL, masked TEXT NOT NULL, expires {integer} NOT NULL,
            currency TEXT NOT NULL, design TEXT NOT NULL, created {integer} NOT NULL, activated {integer},
            CHECK ((status = 'BLOCKED') = (block_type IS NOT NULL))
        ) {strict};
        CREATE TABLE card_payment (
            id TEXT PRIMARY KEY, card TEXT NOT NULL REFERENCES card (id), made {integer} NOT NULL, merchant TEXT NOT NULL,
            amount {integer} NOT NULL, direction TEXT NOT NULL, status TEXT NOT NULL
        ) {strict};
        CREATE INDEX card_payment_made ON card_payment (card, made, id);
        CREATE TABLE challenge (
            id TEXT PRIMARY KEY, owner TEXT NOT NULL REFERENCES cardholder (id), made {integer} NOT NULL,
            expires {integer} NOT NULL, failures {integer} NOT NULL, resends {integer} NOT NULL, is_open {integer} NOT NULL
        ) {strict};
        CREATE INDEX challenge_owner ON challenge (owner, made);
        CREATE TABLE card_token (
            digest {blob} PRIMARY KEY, owner TEXT NOT NULL REFERENCES cardholder (id), expires {integer} NOT NULL
        ) {strict};
        CREATE TABLE drawing (
            digest {blob} PRIMARY KEY, token {blob} NOT NULL, card TEXT NOT NULL REFERENCES card (id), part TEXT NOT NULL,
            is_hidden {integer} NOT NULL, origin TEXT NOT NULL, expires {integer} NOT NULL
        ) {strict};
        """
}
