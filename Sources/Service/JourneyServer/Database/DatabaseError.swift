public import JourneyBase

/// An error of a database. It never contains SQL or values.
public struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A constraint of a table.
    public enum Constraint: String, Hashable, Sendable { case unique, foreignKey, check, notNull }

    /// The kinds of database errors.
    public enum Kind: Hashable, Sendable {
        /// A change that a rule of a table forbids.
        case constraint(Constraint)
        /// A value that the column, or one of the databases, cannot keep.
        case value
        /// A row lacks a column, or has another type, than the code expects.
        case row
        /// The statement is wrong, or isn't allowed where it was used.
        case statement
        /// A call on the database from within a transaction on it.
        case nested
        /// Another process held a lock for too long.
        case busy
        /// Others changed the same rows, and did so again at each attempt.
        case serialization
        /// A statement took longer than it may.
        case timeout
        /// All connections were in use for as long as a caller waits.
        case exhausted
        /// The database cannot be opened or reached.
        case unavailable
        /// The connection broke before anything was committed.
        case connectionLost
        /// The connection broke while a change was committed: it may or may not have been.
        case outcomeUnknown
        /// No room is left.
        case full
        /// The database may not be written to.
        case readOnly
        /// The database file is damaged, or isn't a database.
        case corrupt
        /// The schema migration failed; `detail` has the cause.
        case migration
        /// The database was closed.
        case closed
    }

    public let kind: Kind
    /// The cause, for developers, such as the database's own error code.
    public let detail: String

    init(_ kind: Kind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }

    public var description: String { "\(kind): \(detail)" }
}

extension ErrorCode {
    /// The database refused a change that violates a constraint of a table.
    ///
    /// Next step: Use another name or ID, or change the existing record.
    public static let storeConflict = ErrorCode(rawValue: "STORE_CONFLICT")
    /// The database is overloaded or can't be reached.
    ///
    /// Next step: Try again after a second. If the error persists, check the database's load and connection limit.
    public static let storeBusy = ErrorCode(rawValue: "STORE_BUSY")
    /// The connection broke while the database stored a change, so the outcome is unknown.
    ///
    /// Next step: Read the record before you make the change again.
    public static let storeUnknown = ErrorCode(rawValue: "STORE_UNKNOWN")
}

extension DatabaseError {
    /// The error as a `JourneyError`.
    public var journeyError: JourneyError {
        switch kind {
        case .constraint:
            JourneyError(.storeConflict, "The database refused a change that a constraint forbids (\(detail)).")
        case .busy, .serialization, .timeout, .exhausted, .unavailable, .connectionLost:
            JourneyError(
                .storeBusy, "The database cannot do this at the moment (\(detail)).",
                recovery: .retry(after: .seconds(1)))
        case .outcomeUnknown:
            JourneyError(.storeUnknown, "The connection to the database broke while it stored a change (\(detail)).")
        case .value, .row, .statement, .nested, .full, .readOnly, .corrupt, .migration, .closed:
            JourneyError(.storeFailed, "The database failed (\(detail)).")
        }
    }
}

extension JourneyError {
    /// Runs `body` and translates its errors.
    ///
    /// - Parameter body: The work on a database.
    /// - Returns: The result of `body`.
    /// - Throws: The `JourneyError` that corresponds to a `DatabaseError`; `JourneyError`s unchanged; `USER_CANCELLED` for a
    ///   cancelled task;
    ///   `STORE_FAILED` for every other error.
    package static func translating<Value>(
        _ body: () async throws -> Value
    ) async throws(JourneyError) -> Value {
        do {
            return try await body()
        } catch let error as DatabaseError {
            throw error.journeyError
        } catch let error as JourneyError {
            throw error
        } catch is CancellationError {
            throw JourneyError(.userCancelled, "The call was cancelled.")
        } catch {
            // The type only: the error of another library could hold values.
            throw JourneyError(.storeFailed, "The database call failed with \(type(of: error)).")
        }
    }
}
