package import JourneyBase
package import JourneyServer

/// A store of registrations of devices, changes of passes, and pending pushes: for all gateway processes, and for the commands that
/// change passes.
public struct PassUpdateStore: Sendable {
    let database: Database
    let limits: PassUpdateLimits

    private static let schema = Schema(
        "pass-updates",
        [
            Migration(
                "first",
                """
                CREATE TABLE pass_counter (pass_type TEXT NOT NULL PRIMARY KEY, value {integer} NOT NULL) {strict};
                CREATE TABLE pass_version (
                    pass_type TEXT NOT NULL, serial TEXT NOT NULL, version {integer} NOT NULL,
                    modified {integer} NOT NULL, PRIMARY KEY (pass_type, serial)
                ) {strict};
                CREATE TABLE pass_device (
                    pass_type TEXT NOT NULL, device TEXT NOT NULL, push_token TEXT NOT NULL, seen {integer} NOT NULL,
                    number {integer} NOT NULL, PRIMARY KEY (pass_type, device)
                ) {strict};
                CREATE TABLE pass_registration (
                    pass_type TEXT NOT NULL, serial TEXT NOT NULL, device TEXT NOT NULL, number {integer} NOT NULL,
                    created {integer} NOT NULL, PRIMARY KEY (pass_type, serial, device)
                ) {strict};
                CREATE INDEX pass_registration_device ON pass_registration (pass_type, device);
                CREATE TABLE pass_push (
                    pass_type TEXT NOT NULL, device TEXT NOT NULL, change {integer} NOT NULL, due {integer} NOT NULL,
                    attempts {integer} NOT NULL, created {integer} NOT NULL, PRIMARY KEY (pass_type, device)
                ) {strict};
                CREATE INDEX pass_push_due ON pass_push (pass_type, due);
                CREATE TABLE pass_message (id {identity}, received {integer} NOT NULL, message TEXT NOT NULL) {strict};
                CREATE TABLE pass_personalization (
                    pass_type TEXT NOT NULL, serial TEXT NOT NULL, token {blob} NOT NULL, info TEXT NOT NULL,
                    received {integer} NOT NULL, PRIMARY KEY (pass_type, serial)
                ) {strict}
                """)
        ])

    /// Opens the store in `database` and creates missing tables. Throws `JourneyError` with one of the store's codes.
    package init(_ database: Database, limits: PassUpdateLimits = PassUpdateLimits()) async throws(JourneyError) {
        self.database = database
        self.limits = limits
        try await JourneyError.translating { try await database.migrate(PassUpdateStore.schema) }
    }
}
