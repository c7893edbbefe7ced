import JourneyServer

/// The wallet's tables. Amounts are whole poisha, hundredths of a taka; times are milliseconds since 1970.
enum WalletSchema {
    static let schema = Schema("wallet", [Migration("books", books)])

    /// `account` has both sides of every transaction. A customer's wallet is an account with the customer's id.
    private static let books: StaticString = """
        CREATE TABLE client (id TEXT PRIMARY KEY, secret {blob} NOT NULL) {strict};
        CREATE TABLE session (token {blob} PRIMARY KEY, scope TEXT NOT NULL, expires {integer} NOT NULL) {strict};
        CREATE TABLE account (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, is_customer {integer} NOT NULL, balance {integer} NOT NULL,
            CHECK (is_customer = 0 OR balance >= 0)
        ) {strict};
        CREATE TABLE customer (
            id TEXT PRIMARY KEY REFERENCES account (id), token {blob} NOT NULL UNIQUE, phone TEXT NOT NULL,
            national_id TEXT NOT NULL, birth_date TEXT NOT NULL, salt {blob}, pin {blob},
            failures {integer} NOT NULL, locked_until {integer} NOT NULL
        ) {strict};
        CREATE TABLE code (
            customer TEXT NOT NULL REFERENCES customer (id), purpose TEXT NOT NULL, digits TEXT NOT NULL,
            sent {integer} NOT NULL, expires {integer} NOT NULL, failures {integer} NOT NULL,
            PRIMARY KEY (customer, purpose)
        ) {strict};
        CREATE TABLE permit (
            customer TEXT NOT NULL REFERENCES customer (id), purpose TEXT NOT NULL, identifier TEXT NOT NULL,
            expires {integer} NOT NULL, PRIMARY KEY (customer, purpose)
        ) {strict};
        CREATE TABLE bank_account (
            token TEXT PRIMARY KEY, customer TEXT NOT NULL REFERENCES customer (id), name TEXT NOT NULL
        ) {strict};
        CREATE TABLE bill (
            reference TEXT PRIMARY KEY, kind TEXT NOT NULL, customer TEXT NOT NULL REFERENCES customer (id),
            merchant TEXT NOT NULL REFERENCES account (id), amount {integer} NOT NULL CHECK (amount > 0),
            fee {integer} NOT NULL CHECK (fee >= 0), needs_face {integer} NOT NULL, expires {integer} NOT NULL
        ) {strict};
        CREATE TABLE movement (
            id TEXT PRIMARY KEY, customer TEXT NOT NULL REFERENCES customer (id), bill TEXT UNIQUE REFERENCES bill (reference),
            status TEXT NOT NULL, created {integer} NOT NULL
        ) {strict};
        CREATE TABLE wallet_entry (
            movement TEXT NOT NULL REFERENCES movement (id), account TEXT NOT NULL REFERENCES account (id),
            amount {integer} NOT NULL CHECK (amount <> 0), PRIMARY KEY (movement, account)
        ) {strict};
        CREATE TABLE card_order (
            customer TEXT NOT NULL REFERENCES customer (id), product TEXT NOT NULL, address TEXT NOT NULL,
            promotion TEXT, created {integer} NOT NULL, PRIMARY KEY (customer, product)
        ) {strict};
        CREATE TABLE text_message (
            id {identity}, phone TEXT NOT NULL, body TEXT NOT NULL, sent {integer} NOT NULL
        ) {strict};
        """
}
