import JourneyServer

/// The bank's tables. Amounts are whole minor units (pence); moments are milliseconds since 1970.
enum BankSchema {
    static let migrations: [StaticString] = [
        """
        CREATE TABLE customer (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;
        CREATE TABLE account (
            id TEXT PRIMARY KEY, customer TEXT REFERENCES customer (id), name TEXT NOT NULL, sort_code TEXT NOT NULL,
            number TEXT NOT NULL, currency TEXT NOT NULL, balance INTEGER NOT NULL,
            CHECK (customer IS NULL OR balance >= 0), UNIQUE (sort_code, number)
        ) STRICT;
        CREATE TABLE directory (
            sort_code TEXT NOT NULL, number TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (sort_code, number)
        ) STRICT;
        CREATE TABLE payee (
            id TEXT PRIMARY KEY, customer TEXT NOT NULL REFERENCES customer (id), name TEXT NOT NULL,
            sort_code TEXT NOT NULL, number TEXT NOT NULL, name_match TEXT NOT NULL
        ) STRICT;
        CREATE TABLE quote (
            id TEXT PRIMARY KEY, customer TEXT NOT NULL REFERENCES customer (id),
            payee TEXT NOT NULL REFERENCES payee (id), amount INTEGER NOT NULL CHECK (amount > 0),
            fee INTEGER NOT NULL CHECK (fee >= 0), currency TEXT NOT NULL, expires INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE transfer (
            reference TEXT PRIMARY KEY, customer TEXT NOT NULL REFERENCES customer (id),
            quote TEXT NOT NULL UNIQUE REFERENCES quote (id), status TEXT NOT NULL, created INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE entry (
            id INTEGER PRIMARY KEY, transfer TEXT NOT NULL REFERENCES transfer (reference),
            account TEXT NOT NULL REFERENCES account (id), amount INTEGER NOT NULL CHECK (amount <> 0),
            UNIQUE (transfer, account)
        ) STRICT;
        CREATE TABLE answer (
            customer TEXT NOT NULL REFERENCES customer (id), key TEXT NOT NULL, fingerprint BLOB NOT NULL,
            status INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (customer, key)
        ) STRICT;
        """
    ]
}
