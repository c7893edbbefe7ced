import JourneyServer

/// The bank's tables. Amounts are whole minor units (pence); moments are milliseconds since 1970.
enum BankSchema {
    static let schema = Schema("bank", [Migration("books", books)])

    private static let books: StaticString = """
        CREATE TABLE customer (id TEXT PRIMARY KEY, name TEXT NOT NULL) {strict};
        CREATE TABLE account (
            id TEXT PRIMARY KEY, customer TEXT REFERENCES customer (id), name TEXT NOT NULL, sort_code TEXT NOT NULL,
            number TEXT NOT NULL, currency TEXT NOT NULL, balance {integer} NOT NULL,
            CHECK (customer IS NULL OR balance >= 0), UNIQUE (sort_code, number)
        ) {strict};
        CREATE TABLE directory (
            sort_code TEXT NOT NULL, number TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (sort_code, number)
        ) {strict};
        CREATE TABLE payee (
            id TEXT PRIMARY KEY, customer TEXT NOT NULL REFERENCES customer (id), name TEXT NOT NULL,
            sort_code TEXT NOT NULL, number TEXT NOT NULL, name_match TEXT NOT NULL
        ) {strict};
        CREATE TABLE quote (
            id TEXT PRIMARY KEY, customer TEXT NOT NULL REFERENCES customer (id),
            payee TEXT NOT NULL REFERENCES payee (id), amount {integer} NOT NULL CHECK (amount > 0),
            fee {integer} NOT NULL CHECK (fee >= 0), currency TEXT NOT NULL, expires {integer} NOT NULL
        ) {strict};
        CREATE TABLE transfer (
            reference TEXT PRIMARY KEY, customer TEXT NOT NULL REFERENCES customer (id),
            quote TEXT NOT NULL UNIQUE REFERENCES quote (id), status TEXT NOT NULL, created {integer} NOT NULL
        ) {strict};
        CREATE TABLE entry (
            id {identity}, transfer TEXT NOT NULL REFERENCES transfer (reference),
            account TEXT NOT NULL REFERENCES account (id), amount {integer} NOT NULL CHECK (amount <> 0),
            UNIQUE (transfer, account)
        ) {strict};
        CREATE TABLE answer (
            customer TEXT NOT NULL REFERENCES customer (id), key TEXT NOT NULL, fingerprint {blob} NOT NULL,
            status {integer} NOT NULL, body {blob} NOT NULL, PRIMARY KEY (customer, key)
        ) {strict};
        """
}
