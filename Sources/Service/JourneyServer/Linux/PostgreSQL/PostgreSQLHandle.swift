import CPostgreSQL
import Dispatch
import Glibc
import JourneyBase

/// libpq's connection, closed with the last reference. It belongs to one session, and goes nowhere without it.
final class PostgreSQLHandle {
    let raw: OpaquePointer
    private let canceller: Canceller

    /// Connects, on a thread that may block: names are looked up, keys agreed on. Throws `unavailable`.
    static func connect(
        _ settings: PostgreSQLSettings, statementTime: Duration
    ) async throws -> PostgreSQLHandle {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try PostgreSQLHandle(settings, statementTime: statementTime) })
            }
        }
    }

    private init(_ settings: PostgreSQLSettings, statementTime: Duration) throws(DatabaseError) {
        let raw = PostgreSQLHandle.open(settings, statementTime: statementTime)
        guard let raw, PQstatus(raw) == CONNECTION_OK else {
            let error = PostgreSQLHandle.refusal(raw)
            PQfinish(raw)
            throw error
        }
        cpostgresql_silence(raw)
        guard PQparameterStatus(raw, "server_encoding").map({ String(cString: $0) }) == "UTF8",
            PQsetnonblocking(raw, 1) == 0, PQenterPipelineMode(raw) == 1
        else {
            PQfinish(raw)
            throw DatabaseError(.unavailable, "PostgreSQL, the database's encoding is not UTF8")
        }
        self.raw = raw
        canceller = Canceller(PQgetCancel(raw))
    }

    deinit { PQfinish(raw) }

    /// The handle for asking the server to stop.
    private final class Canceller: Sendable {
        // The library allows `PQcancel` on any thread.
        let raw: ThreadSafe<OpaquePointer?>

        init(_ raw: OpaquePointer?) { self.raw = ThreadSafe(raw) }

        deinit { PQfreeCancel(raw.value) }
    }

    /// Asks the server, over a connection of its own, to end the statement under way. Waits for nothing.
    func cancel() {
        DispatchQueue.global().async { [canceller] in
            var text = [CChar](repeating: 0, count: 256)
            _ = PQcancel(canceller.raw.value, &text, Int32(text.count))
        }
    }

    private static func open(_ settings: PostgreSQLSettings, statementTime: Duration) -> OpaquePointer? {
        // The password goes from locked memory to the library, with the zero that ends it there.
        let password = settings.password.withBytes { bytes in
            Secret(count: bytes.count + 1) { memory in memory.copyBytes(from: bytes) }
        }
        return password.withBytes { password in
            var owned: [UnsafeMutablePointer<CChar>?] = []
            defer { for text in owned { free(text) } }
            func copy(_ text: String) -> UnsafePointer<CChar>? {
                owned.append(strdup(text))
                return UnsafePointer(owned[owned.count - 1])
            }
            var keys = [copy("password")]
            var values = [password.baseAddress?.assumingMemoryBound(to: CChar.self)]
            for (key, value) in settings.words(statementTime: statementTime) {
                keys.append(copy(key))
                values.append(copy(value))
            }
            return PQconnectdbParams(keys + [nil], values + [nil], 0)
        }
    }

    /// Returns the reason why there is no connection. The library's text names hosts and users and is left out.
    private static func refusal(_ raw: OpaquePointer?) -> DatabaseError {
        if let raw, PQconnectionNeedsPassword(raw) == 1 {
            return DatabaseError(.unavailable, "PostgreSQL, a password is needed")
        }
        return DatabaseError(.unavailable, "PostgreSQL, no connection")
    }
}

extension PostgreSQLSettings {
    /// libpq's connection parameters ("Database Connection Control Functions"), but for the password.
    func words(statementTime: Duration) -> [(String, String)] {
        let milliseconds = Int64(statementTime / .milliseconds(1))
        var words = [
            ("dbname", database), ("user", user), ("client_encoding", "UTF8"), ("gssencmode", "disable"),
            ("connect_timeout", String(max(2, connectionTime.components.seconds))),
            ("application_name", "JourneyKit"), ("target_session_attrs", "read-write"),
            // A statement beyond its time is ended by the server itself, and a change alone is as safe as in a
            // transaction of ours.
            (
                "options",
                "-c statement_timeout=\(milliseconds) -c default_transaction_isolation=serializable -c TimeZone=UTC"
            ),
        ]
        switch address {
        case .socket(let folder, let port):
            words += [("host", folder), ("port", String(port)), ("sslmode", "disable")]
        case .tls(let host, let port, let authorities):
            words += [
                ("host", host), ("port", String(port)), ("sslmode", "verify-full"), ("sslrootcert", authorities),
                ("ssl_min_protocol_version", "TLSv1.2"), ("channel_binding", "require"),
            ]
        }
        return words
    }
}
