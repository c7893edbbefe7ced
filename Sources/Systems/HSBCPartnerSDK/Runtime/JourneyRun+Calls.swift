internal import JourneyBase
internal import JourneyLanguage

extension JourneyRun {
    /// Starts `call`. Keys and requests are stored in the order of the calls, before the next effect, so that the store matches
    /// the calls in progress.
    func start(_ call: PendingCall) async {
        pageState.began(call)
        var reserved = SessionManager.Reservation()
        if call.isTracked {
            do { reserved = try await reserve(call) } catch {
                return inputs.yield(.machine(.callFinished(call.id, JourneyRun.unsent(error)))).forget()
            }
        }
        calls[call.id] = Task { [client, journey, session, inputs, events, front, reserved] in
            let work = CallWork(call: call, client: client, journey: journey, session: session, front: front)
            let answer = await work.answer(reserved) { inputs.yield(.progress(call.id, $0)) }
            if case .failure(let error, _, _, _, _) = answer { events.send(error, step: call.step) }
            inputs.yield(.machine(.callFinished(call.id, answer)))
        }
    }

    private func reserve(_ call: PendingCall) async throws -> SessionManager.Reservation {
        let isStored = call.binding.storesRequest || call.queryArguments != nil
        do {
            guard isStored else { return try await session.reserve(call, at: machine.resumePoint) }
            return try await session.reserve(call, at: machine.resumePoint) { [client, journey] key in
                let request = try call.binding.isOnce ? nil : client.request(of: call, key: key, journey: journey)
                return StoredCall(call: request, query: try client.queryRequest(of: call, journey: journey))
            }
        } catch let failure as ApiClient.Failure {
            events.send(failure.error, step: call.step)
            throw failure
        } catch {
            let known = (error as? JourneyError).flatMap { $0.code == .resumeRefused ? $0 : nil }
            let failure = known ?? JourneyRun.storeFailed(error)
            events.send(failure, step: call.step)
            throw failure
        }
    }

    /// Returns the answer of a call that was not sent, because its requests could not be made or stored.
    private static func unsent(_ error: any Error) -> StateMachine.CallAnswer {
        guard let failure = error as? ApiClient.Failure else {
            return .failure(error as? JourneyError ?? storeFailed(error), status: nil)
        }
        return .failure(failure.error, status: nil, problem: failure.problem)
    }
}

/// The work of one call: sending it, repeating a poll, and asking for what became of a call whose answer was lost.
struct CallWork: Sendable {
    let call: PendingCall
    let client: ApiClient
    let journey: Journey
    let session: SessionManager
    let front: PollSignal

    /// Returns the call's answer.
    ///
    /// - Parameters:
    ///   - reserved: What is sent.
    ///   - onProgress: Receives the progress.
    func answer(
        _ reserved: SessionManager.Reservation, _ onProgress: @Sendable (CallProgress) -> Void
    ) async -> StateMachine.CallAnswer {
        if let poll = call.binding.poll { return await polled(poll, onProgress) }
        let answer =
            reserved.isOnlyAsked
            ? .failure(CallWork.unknown(call), status: nil, mayBeDone: true)
            : await client.perform(
                call, key: reserved.key, reserved: reserved, journey: journey, onProgress: onProgress)
        guard let request = reserved.query, let query = call.binding.statusQuery, answer.isUnknown(for: call) else {
            return answer
        }
        return await decided(answer, query, request)
    }

    private static func unknown(_ call: PendingCall) -> JourneyError {
        var error = JourneyError(
            .resumeRefused, "\(call.binding.operation.id) was sent before, and its result is unknown.")
        error.requestFate = .unknown
        return error
    }

    // MARK: Polls

    private func poller(_ poll: Poll) -> Poller {
        Poller(
            interval: poll.interval, limit: poll.limit, clock: client.dependencies.clock,
            elapsed: stopwatch(client.dependencies.clock), now: client.dependencies.now, front: front)
    }

    /// Repeats a read until its condition is true.
    private func polled(
        _ poll: Poll, _ onProgress: @Sendable (CallProgress) -> Void
    ) async -> StateMachine.CallAnswer {
        let binding = call.binding
        let request: HTTPRequest
        do throws(ApiClient.Failure) {
            request = try client.request(of: call, key: nil, journey: journey)
        } catch { return .failure(error.error, status: nil, problem: error.problem) }
        let began = await session.beginPoll(call.pollName)
        var last: JourneyError?
        /// The reason why the condition had no value for the last answer.
        var fault: String?
        let found = await poller(poll).run(since: began) { attempt -> StateMachine.CallAnswer? in
            onProgress(.trying(attempt: attempt))
            switch await client.ask(request, binding.operation, headers: binding.answerHeaders) {
            case .answered(let status, let body, let reply):
                fault = poll.fault(body, reply, at: "\(call.place).poll")
                guard poll.isOver(body, reply) else { return nil }
                return .success(status: status, body: body, reply: reply)
            case .refused(let failure):
                let reply = failure.reply(headers: binding.answerHeaders, readsBody: true)
                last = failure.error
                guard failure.isFinal || poll.isOver(reply.body, reply) else { return nil }
                return .failure(failure.error, status: failure.status, problem: failure.problem, reply: reply)
            }
        }
        // A poll that its run ended goes on after the next start, with the rest of its time.
        if found != nil || !(Task.isCancelled || front.isEnded) { await session.endPoll(call.pollName) }
        let reason = fault ?? "The last try: \(last?.code ?? .netTimeout)."
        return found
            ?? .failure(
                JourneyError(
                    .stepTimeout, "\(binding.operation.id) showed no outcome in time (poll.maxMs). \(reason)",
                    recovery: .restart), status: nil)
    }

    /// Asks what became of the call, whose own answer is `lost`; returns that one where nothing can be found out.
    private func decided(
        _ lost: StateMachine.CallAnswer, _ query: StatusQuery, _ request: HTTPRequest
    ) async -> StateMachine.CallAnswer {
        let headers = call.binding.answerHeaders
        let began = await session.beginQuery(of: call.scope)
        /// The reason why a condition had no value for the last answer.
        var fault: String?
        let found = await poller(query.poll).run(since: began) { _ -> StateMachine.CallAnswer? in
            switch await client.ask(request, query.operation, headers: headers) {
            case .answered(let status, let body, let reply):
                fault = query.fault(body, reply, at: "\(call.place).status")
                return lost.decided(by: query, status: status, body: body, reply: reply)
            case .refused(let failure):
                guard !failure.isFinal else { return lost }
                let reply = failure.reply(headers: headers, readsBody: true)
                return failure.status.flatMap { lost.decided(by: query, status: $0, body: reply.body, reply: reply) }
            }
        }
        guard let fault, case .failure(let error, let status, let problem, let mayBeDone, let reply) = found ?? lost
        else {
            return found ?? lost
        }
        return .failure(
            error.adding(fault), status: status, problem: problem, mayBeDone: mayBeDone, reply: reply)
    }
}
