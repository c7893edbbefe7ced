import JourneyServer

/// The bank's tables. Amounts are whole minor units (pence); times are milliseconds since 1970.
enum BankSchema {
    static let schema = Schema(
        "bank",
        [
            Migration("books", books), Migration("applications", applications),
            Migration("approvals", approvals),
        ])

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

    /// Pending and given approvals, and the approval key of each customer and app.
    private static let approvals: StaticString = """
        CREATE TABLE approval (
            quote TEXT PRIMARY KEY REFERENCES quote (id), challenge TEXT NOT NULL UNIQUE, instance TEXT NOT NULL,
            journey TEXT NOT NULL, partner TEXT NOT NULL, client TEXT NOT NULL, proof TEXT, used {integer}
        ) {strict};
        CREATE TABLE approval_key (
            customer TEXT NOT NULL REFERENCES customer (id), instance TEXT NOT NULL, thumbprint TEXT NOT NULL,
            PRIMARY KEY (customer, instance)
        ) {strict};
        """

    /// Account applications, the applicants' data, and the persons who need manual review.
    private static let applications: StaticString = """
        CREATE TABLE application (
            id TEXT PRIMARY KEY, customer TEXT NOT NULL REFERENCES customer (id), product TEXT NOT NULL,
            status TEXT NOT NULL, reference TEXT NOT NULL UNIQUE, created {integer} NOT NULL,
            given_name TEXT, family_name TEXT, birth_date TEXT, email TEXT, mobile TEXT, street TEXT, town TEXT,
            postcode TEXT, tax_residence TEXT, income {integer}, source_of_funds TEXT, has_agreed {integer} NOT NULL,
            wants_news {integer} NOT NULL, account TEXT REFERENCES account (id)
        ) {strict};
        CREATE TABLE document (
            id TEXT PRIMARY KEY, application TEXT NOT NULL REFERENCES application (id), kind TEXT NOT NULL,
            media_type TEXT NOT NULL, content {blob} NOT NULL
        ) {strict};
        CREATE TABLE watched (name TEXT NOT NULL, birth_date TEXT NOT NULL, PRIMARY KEY (name, birth_date)) {strict};
        INSERT INTO watched VALUES ('Marek Halloran', '1961-04-02');
        """
}
