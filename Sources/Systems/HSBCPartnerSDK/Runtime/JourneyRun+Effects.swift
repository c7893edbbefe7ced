internal import JourneyBase
internal import JourneyLanguage
internal import JourneyWeb

extension JourneyRun {
    func perform(_ effect: StateMachine.Effect) async {
        switch effect {
        case .exitStep(let step): exit(step)
        case .enterStep(let step, let visit): enter(step, visit: visit)
        case .call(let call): await start(call)
        case .savePoint(let point): await save(point)
        case .inquire(let scopes): inquire(scopes)
        case .emitToPage(let name, let payload):
            events.send(.bridgeMessage(direction: .toPage, kind: "event", name: name))
            await web.emit(name, payload, visit: entered)
        case .startTimer(let id, let duration):
            pageState.started(id, duration, elapsed: stopwatch(clock))
            timers[id] = Task { [clock, inputs] in
                guard (try? await clock.sleep(for: duration)) != nil else { return }
                inputs.yield(.machine(.timerFired(id)))
            }
        case .cancelTimer(let id):
            pageState.stopped(id)
            timers.removeValue(forKey: id)?.cancel()
        case .diagnostic(let diagnostic):
            events.send(.error(code: diagnostic.kind.rawValue, message: diagnostic.message, step: diagnostic.step))
        case .finish: break
        }
    }

    private func exit(_ step: StepID) {
        showing?.cancel()
        work.cancel()
        events.send(.stepExit(step))
    }

    private func enter(_ step: Step, visit: Int) {
        documents = 0
        entered = visit
        events.send(.stepEnter(step.id))
        if case .web = step.kind { pageState.entered(left: journey.stepsLeft(from: step.id)) }
        switch step.kind {
        case .web(let address): if let url = address.url { show(url, step, visit: visit) }
        case .native(let name, let params): startPlugin(name, params, visit: visit)
        case .authorize(let authorization): authorize(authorization, step, visit: visit)
        case .server, .terminal: break
        }
    }

    /// Shows a step's page without blocking the run: a host may take long to make a web engine, or never have one.
    private func show(_ url: HTTPSURL, _ step: Step, visit: Int) {
        let methods = plugins.available(among: step.methods)
        showing = Task { [web, inputs, pageContext] in
            do {
                try await web.show(url, step: step, visit: visit, methods: methods, context: pageContext)
            } catch {
                let known = error as? JourneyError
                let lost = known ?? JourneyError(.pageLoadFailed, "Showing the page of \(url.origin) failed: \(error).")
                // Reported to the host, as for any lost page; after a cancellation, only the machine is notified.
                let report = BridgeReport(visit: visit, event: .lost(lost))
                inputs.yield(Task.isCancelled ? .machine(.pageLost(visit: visit, lost)) : .page(report))
            }
        }
    }

    /// Saves `point`. Without a snapshot, pages go on but payments don't: a payment needs its key stored.
    private func save(_ point: ResumePoint) async {
        isStored = true
        do { try await session.save(point) } catch {
            isStored = false
            events.send(JourneyRun.storeFailed(error), step: machine.currentStep)
        }
    }

    /// Creates the error of a run that the store did not save for `cause`.
    static func storeFailed(_ cause: any Error) -> JourneyError {
        let text = (cause as? JourneyError)?.message ?? "\(type(of: cause))."
        return JourneyError(.storeFailed, "The run could not be saved on this device: \(text)", recovery: .restart)
    }

    private func startPlugin(_ name: String, _ params: JSONValue, visit: Int) {
        guard let plugin = plugins.plugin(named: name), let method = JourneyRun.method(of: plugin, params) else {
            let error = JourneyError(.pluginUnknown, "The plugin '\(name)' is not available in this host.")
            return inputs.yield(.machine(.native(visit: visit, .error(error)))).forget()
        }
        var members = params.object ?? [:]
        members["method"] = nil
        let step = machine.currentStep
        perform(isOfPage: false) { [plugins, inputs, events, members, loading] in
            await loading?.end()
            let answer: StateMachine.NativeAnswer
            do throws(JourneyError) {
                answer = .success(try await plugins.call(method, of: name, params: .object(members)))
            } catch {
                if error.code == .userCancelled {
                    answer = .cancelled
                } else {
                    events.send(error, step: step)
                    answer = .error(error)
                }
            }
            inputs.yield(.machine(.native(visit: visit, answer)))
        }
    }

    /// Runs `body` as work of a plugin or an authorization, outside the actor.
    func perform(isOfPage: Bool, _ body: @escaping @Sendable () async -> Void) {
        work.add(isOfPage: isOfPage) { id in
            Task {
                await body()
                work.ended(id)
            }
        }
    }

    /// Asks the bank for the outcome of unanswered calls. A key that was never stored was never sent.
    private func inquire(_ scopes: [String]) {
        Task {
            var keys: [String: String] = [:]
            for scope in scopes { keys[scope] = await session.storedKey(of: scope) }
            await reconcile(keys, among: scopes)
        }
    }

    /// Asks the bank for the outcome of `keys`, by scope, and passes the answers to the machine.
    func reconcile(_ keys: [String: String], among scopes: [String]) async {
        let isSignedIn = await session.isSignedIn
        let known = await gateway.reconcile(keys.values.sorted(), of: journey.id, isSignedIn: isSignedIn)
        var fates: [String: StateMachine.CallFate] = [:]
        var undone: [String] = []
        for scope in scopes {
            let fate = keys[scope].map { known[$0] } ?? .notDone
            fates[scope] = fate
            if case .notDone = fate { undone.append(scope) }
        }
        if !undone.isEmpty { await session.forget(undone) }
        inputs.yield(.machine(.inquiryAnswered(fates)))
    }

    // MARK: Pages

    /// Handles a page's report. The page of an earlier step, or of a run that ends, has no effect.
    func handle(_ report: BridgeReport) async -> Outcome<JSONValue>? {
        if report.visit != machine.visit || machine.isEnding {
            switch report.event {
            case .refused, .closedByPerson: break
            case .request(let request):
                request.respond(.failure(JourneyRun.stepLeft))
                return nil
            case .opened, .event, .lost: return nil
            }
        }
        switch report.event {
        case .opened:
            await loading?.end()
            // The document before it is gone, and its requests with it.
            work.cancelRequests()
            pageState.opened()
            documents += 1
            guard documents <= JourneyRun.documentsPerStep else {
                return await handle(BridgeReport(visit: machine.visit, event: .lost(JourneyRun.restless)))
            }
            events.send(.bridgeMessage(direction: .fromPage, kind: "event", name: "bridge_hello"))
            events.send(.bridgeMessage(direction: .toPage, kind: "event", name: "bridge_ready"))
            return await handle(.pageOpened(visit: machine.visit))
        case .event(let name, let payload):
            events.send(.bridgeMessage(direction: .fromPage, kind: "event", name: listed(name)))
            return await handle(.page(name: name, payload: payload))
        case .request(let request):
            events.send(.bridgeMessage(direction: .fromPage, kind: "request", name: request.method))
            answer(request)
            return nil
        case .refused(let error):
            events.send(error, step: machine.currentStep)
            return report.visit == machine.visit ? await handle(.pageRefused(error)) : nil
        case .lost(let error):
            events.send(error, step: machine.currentStep)
            return await handle(.pageLost(visit: report.visit, error))
        case .closedByPerson: return await handle(.closed)
        }
    }

    /// Returns a page event's name for the host: only names that the manifest lists for the step. Other names could contain what
    /// a person typed.
    private func listed(_ name: String) -> String {
        let step = journey.steps[machine.currentStep]
        let isListed = step.map { $0.transitions[name] != nil || $0.bindings.contains { $0.onEvent == name } } ?? false
        return isListed ? name : "unlisted"
    }

    private static let stepLeft = JourneyError(.bridgeNotReady, "The step that allowed the request has ended.")
    /// The number of page loads after which a step counts as lost. A person who reloads stays far below.
    private static let documentsPerStep = 32
    private static let restless = JourneyError(
        .bridgeBusy, "The page was loaded more than 32 times in one step.", recovery: .restart)

    private func answer(_ request: BridgeRequest) {
        guard !work.isFull else {
            return request.respond(
                .failure(JourneyError(.bridgeBusy, "Too many plugin calls are in progress.", recovery: .restart)))
        }
        // What an approval shows besides the bank's statement comes from the engine, never from a page.
        if StateMachine.isApproval(method: request.method), request.payload.has(CallApproval.parameter) {
            return request.respond(
                .failure(
                    JourneyError(.validationFail, "A page must not pass '\(CallApproval.parameter)' to an approval.")))
        }
        perform(isOfPage: true) { [plugins, events, inputs] in
            let result: Result<BridgePayload, JourneyError>
            do throws(JourneyError) {
                result = .success(try await plugins.call(request.method, with: request.payload))
                // Before the page receives the answer and makes the approved call.
                if StateMachine.isApproval(method: request.method) { inputs.yield(.machine(.approved)) }
            } catch { result = .failure(error) }
            events.send(.bridgeMessage(direction: .toPage, kind: "response", name: request.method))
            request.answer(result)
        }
    }
}

extension BridgePayload {
    /// Returns `true` if the payload has a member called `name`.
    fileprivate func has(_ name: String) -> Bool {
        switch self {
        case .plain(let value): value[name] != nil
        case .secret(let secret): (try? JSONReader.read(secret))?[name] != nil
        }
    }
}

extension AsyncStream.Continuation.YieldResult {
    /// Ignores the result: input after the end of a run is dropped.
    func forget() {}
}
