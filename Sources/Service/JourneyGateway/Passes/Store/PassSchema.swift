import JourneyServer

/// The tables of the pass service. Rows that may still be queried aren't deleted: clients and API users get `deleted` (unused for
/// pass types), passes are voided. Times are milliseconds since 1970. Tokens and session identifiers are stored as SHA-256, keys
/// not at all; a pass's `authentication_token` is part of the pass itself.
enum PassSchema {
    static let schema = Schema("passes", [first, sessionUser, answers])

    /// The index for the frequent search of expired sessions' answers.
    private static let answers = Migration(
        "answers", "CREATE INDEX pass_session_answer ON pass_session (expires) WHERE answer IS NOT NULL")

    /// The API user that began a session, so that revoking or removing the user ends the session; unknown for earlier sessions.
    /// The index serves the lookups by pass when it is bound, voided or unbound.
    private static let sessionUser = Migration(
        "session-user",
        """
        ALTER TABLE pass_session ADD COLUMN api_user {integer} REFERENCES pass_user (id);
        CREATE INDEX pass_session_pass ON pass_session (pass);
        """)

    private static let first = Migration(
        "first",
        """
        CREATE TABLE pass_client (
            id {identity}, name TEXT NOT NULL, created {integer} NOT NULL, deleted {integer}
        ) {strict};
        CREATE UNIQUE INDEX pass_client_name ON pass_client (name) WHERE deleted IS NULL;
        CREATE TABLE pass_user (
            id {identity}, client {integer} NOT NULL REFERENCES pass_client (id), name TEXT NOT NULL,
            created {integer} NOT NULL, revoked {integer}, deleted {integer}
        ) {strict};
        CREATE UNIQUE INDEX pass_user_name ON pass_user (client, name) WHERE deleted IS NULL;
        CREATE TABLE pass_holder (
            id {identity}, client {integer} NOT NULL REFERENCES pass_client (id), reference TEXT NOT NULL,
            account_hash TEXT NOT NULL UNIQUE, created {integer} NOT NULL, UNIQUE (client, reference)
        ) {strict};
        CREATE TABLE pass_token (
            hash {blob} NOT NULL PRIMARY KEY, api_user {integer} NOT NULL REFERENCES pass_user (id),
            holder {integer} REFERENCES pass_holder (id), created {integer} NOT NULL, expires {integer}
        ) {strict};
        CREATE INDEX pass_token_expires ON pass_token (expires);
        CREATE TABLE pass_type (
            id TEXT NOT NULL PRIMARY KEY, client {integer} NOT NULL REFERENCES pass_client (id), team TEXT NOT NULL,
            organization TEXT NOT NULL, created {integer} NOT NULL, deleted {integer}
        ) {strict};
        CREATE TABLE pass_tag (
            id {identity}, client {integer} NOT NULL REFERENCES pass_client (id), reference_id TEXT NOT NULL,
            subscription_id TEXT, created {integer} NOT NULL, UNIQUE (client, reference_id),
            UNIQUE (client, subscription_id)
        ) {strict};
        CREATE TABLE pass (
            id {identity}, tag {integer} NOT NULL UNIQUE REFERENCES pass_tag (id),
            holder {integer} NOT NULL REFERENCES pass_holder (id), type TEXT NOT NULL REFERENCES pass_type (id),
            serial TEXT NOT NULL, authentication_token TEXT NOT NULL, content TEXT NOT NULL, binding TEXT, key_hash TEXT,
            created {integer} NOT NULL, updated {integer} NOT NULL, voided {integer} NOT NULL, UNIQUE (type, serial)
        ) {strict};
        CREATE TABLE pass_session (
            id {blob} NOT NULL PRIMARY KEY, pass {integer} NOT NULL REFERENCES pass (id), issuer_data {blob} NOT NULL,
            created {integer} NOT NULL, expires {integer} NOT NULL, answered {integer}, body_hash {blob}, answer {blob}
        ) {strict};
        CREATE INDEX pass_session_expires ON pass_session (expires);
        CREATE TABLE pass_audit (
            id {identity}, moment {integer} NOT NULL, action TEXT NOT NULL, client {integer}, api_user {integer},
            pass {integer}, detail TEXT
        ) {strict};
        CREATE INDEX pass_audit_moment ON pass_audit (moment);
        """)
}
