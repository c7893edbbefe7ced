import CPostgreSQL
import JourneyBase

/// Round trips on one connection: statements go out together, answers come back in order.
struct PostgreSQLExchange {
    let session: PostgreSQLSession
    private let deadline: ContinuousClock.Instant

    var raw: OpaquePointer { session.handle.raw }

    init(_ session: PostgreSQLSession) {
        self.session = session
        deadline = .now + session.answerTime
    }

    /// The kinds of statement that were sent and must be answered.
    enum Sent {
        case preparation(StatementKey, PreparedStatement)
        case description(PreparedStatement)
        case statement(PreparedStatement)
        /// A statement whose answer isn't used.
        case control
    }

    /// The results. After the first failure the server runs nothing more of what was sent together.
    struct Received {
        var answers: [Answer] = []
        var tag = ""
        var failure: DatabaseError?
    }

    /// Sends `statements`, with `start` before them.
    ///
    /// - Returns: The answers, and the server's state of the transaction at the end.
    /// - Throws: The first failure.
    func run(_ statements: [Statement], after start: StaticString?) async throws -> Received {
        let first = start.map { Statement($0) }
        let texts = (first.map { [$0.sql] } ?? []) + statements.map(\.sql)
        let missing = texts.filter { session.prepared[StatementKey($0)] == nil }
        if !missing.isEmpty { try await prepare(missing) }
        // What is refused here has not reached the server.
        let ready = try statements.map { try session.checked($0) }
        var sent: [Sent] = []
        if let first { try send(first, try session.checked(first), .control, to: &sent) }
        for (statement, prepared) in zip(statements, ready) {
            try send(statement, prepared, .statement(prepared), to: &sent)
        }
        return try await finish(sent)
    }

    /// Runs the statements of `text`, in the simple protocol, which knows no pipeline.
    func script(_ text: String) async throws {
        guard PQexitPipelineMode(raw) == 1, PQsendQuery(raw, text) == 1 else { throw lost() }
        try await flush()
        var received = Received()
        try await receive(.control, into: &received)
        guard PQenterPipelineMode(raw) == 1 else { throw lost() }
        if let failure = received.failure { throw failure }
    }

    // MARK: Sending

    /// Has the server compile what is new to the connection, and tell which types it found for the parameters.
    private func prepare(_ texts: [StaticString]) async throws {
        var (sent, seen): ([Sent], Set<StatementKey>) = ([], [])
        for sql in texts where seen.insert(StatementKey(sql)).inserted {
            session.lastName += 1
            let name = "s\(session.lastName)"
            guard PQsendPrepare(raw, name, "\(sql)", 0, nil) == 1, PQsendDescribePrepared(raw, name) == 1 else {
                throw lost()
            }
            let statement = PreparedStatement(name: name, verb: Verb(sql))
            sent += [.preparation(StatementKey(sql), statement), .description(statement)]
        }
        _ = try await finish(sent)
    }

    private func send(
        _ statement: Statement, _ prepared: PreparedStatement, _ item: Sent, to sent: inout [Sent]
    ) throws {
        session.arguments.fill(statement.parameters)
        let arguments = session.arguments
        let isSent = arguments.withAddresses { addresses in
            PQsendQueryPrepared(
                raw, prepared.name, Int32(statement.parameters.count), addresses, arguments.lengths, arguments.formats,
                1)
        }
        guard isSent == 1 else { throw lost() }
        sent.append(item)
    }

    /// Ends the pipeline and reads what it gave.
    private func finish(_ sent: [Sent]) async throws -> Received {
        guard PQpipelineSync(raw) == 1 else { throw lost() }
        try await flush()
        var received = Received()
        for item in sent { try await receive(item, into: &received) }
        let sync = try await next()
        defer { PQclear(sync) }
        guard PQresultStatus(sync) == PGRES_PIPELINE_SYNC else { throw lost(received.failure) }
        guard let failure = received.failure else { return received }
        // A statement whose tables have changed must be compiled anew: on a new connection.
        if failure.detail.hasSuffix(" 0A000") { session.isBroken = true }
        throw failure
    }

    private func flush() async throws {
        while true {
            switch PQflush(raw) {
            case 0: return
            case 1:
                // The server may wait for its answers to be read before it reads on.
                try await wait(writing: true)
                guard PQconsumeInput(raw) == 1 else { throw lost() }
            default: throw lost()
            }
        }
    }

    // MARK: Receiving

    private func receive(_ item: Sent, into received: inout Received) async throws {
        while let result = try await next() {
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
                do { try take(result, of: item, into: &received) } catch {
                    received.failure = received.failure ?? error
                }
            case PGRES_PIPELINE_ABORTED: break
            default: received.failure = received.failure ?? DatabaseError(result: result)
            }
        }
        // A broken connection answers nothing more.
        if PQstatus(raw) != CONNECTION_OK { throw lost(received.failure) }
    }

    private func take(
        _ result: OpaquePointer, of item: Sent, into received: inout Received
    ) throws(DatabaseError) {
        switch item {
        case .control: break
        case .preparation(let key, let statement): session.prepared[key] = statement
        case .description(let statement):
            statement.types = (0..<PQnparams(result)).map { PQparamtype(result, $0) }
        case .statement(let statement):
            if session.isEnding { received.tag = String(cString: PQcmdStatus(result)) }
            received.answers.append(try Answer(result: result, of: statement))
        }
    }

    private func next() async throws -> OpaquePointer? {
        while PQisBusy(raw) == 1 {
            try await wait(writing: false)
            // What the server said before it hung up is still to be read.
            guard PQconsumeInput(raw) == 1 else { break }
        }
        return PQgetResult(raw)
    }

    // MARK: Waiting

    private func wait(writing: Bool) async throws {
        switch await session.loop.wait(
            for: session.socket, writing: writing, until: deadline, isCancellable: !session.isEnding)
        {
        case .ready: return
        case .abandoned: throw abandoned()
        case .expired:
            session.isBroken = true
            throw DatabaseError(.timeout, "PostgreSQL, the server does not answer")
        }
    }

    /// Gives the connection up, with whatever it was doing, and has the server stop.
    private func abandoned() -> any Error {
        session.isBroken = true
        session.handle.cancel()
        return CancellationError()
    }

    private func lost(_ failure: DatabaseError? = nil) -> DatabaseError {
        session.isBroken = true
        return failure ?? DatabaseError(.connectionLost, "PostgreSQL, the connection broke")
    }
}
