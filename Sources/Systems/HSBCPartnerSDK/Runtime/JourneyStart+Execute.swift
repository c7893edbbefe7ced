internal import JourneyBase
internal import JourneyLanguage

/// The end of a start.
enum RunEnding: Sendable {
    /// A step of the start failed; there was no run.
    case failed(StartFailure)
    /// The run was refused before its first step. `suspendedRun` is as it was before the start.
    case barred(Outcome<JSONValue>, suspendedRun: SuspendedRun?)
    /// The run began and ended.
    case ended(Outcome<JSONValue>, EndedRun)
}

/// The data that decides how much of an ended run is kept.
struct EndedRun: Sendable {
    let session: SessionManager
    /// The keyed attempts whose outcome the run does not know.
    let open: Set<String>
    /// The outcome of the terminal step, where the journey reached one.
    let terminal: Terminal.Kind?
}

extension JourneyStart {
    /// Runs the journey to its end. A refused run ends as its error policy says.
    func execute(_ admitted: AdmittedStart) async -> RunEnding {
        // Not awaited: a network that ignores its cancellation must not delay the result.
        defer { admitted.watching.cancel() }
        let (prepared, run) = (admitted.ready.prepared, admitted.ready.run)
        switch admitted.admission {
        case .barred(let error):
            return .barred(await run.outcome(startFailure: error), suspendedRun: prepared.suspendedRun)
        case .admitted:
            let outcome = await run.outcome()
            return .ended(
                outcome,
                EndedRun(session: prepared.session, open: await run.open, terminal: await run.terminal))
        }
    }

    /// Reports the result, then removes data of the run that is no longer needed.
    ///
    /// - Returns: The one outcome of the start.
    func conclude(_ ending: RunEnding) async -> Outcome<JSONValue> {
        let outcome = outcome(of: ending)
        await loading?.end()
        await host.loadingPresenter?.apply(nil)
        events.send(.result(outcome))
        // Only now: where the process ends before the listener was called, the run can be resumed and reports again.
        if case .ended(_, let run) = ending {
            await run.session.end(outcome, open: run.open, terminal: run.terminal)
        }
        telemetry.flush()
        return outcome
    }

    private func outcome(of ending: RunEnding) -> Outcome<JSONValue> {
        switch ending {
        case .ended(let outcome, _), .barred(let outcome, suspendedRun: nil): return outcome
        case .barred(let outcome, let suspendedRun?): return suspendedRun.end(outcome)
        case .failed(let failure):
            let outcome = outcome(of: failure.error)
            return failure.suspendedRun?.end(outcome) ?? outcome
        }
    }

    private func outcome(of error: any Error) -> Outcome<JSONValue> {
        if error is CancellationError { return .cancelled }
        let known = error as? JourneyError ?? JourneyError(.unknown, "The journey could not be started.")
        if known.code == .userCancelled { return .cancelled }
        events.send(known)
        return .failed(known)
    }
}
