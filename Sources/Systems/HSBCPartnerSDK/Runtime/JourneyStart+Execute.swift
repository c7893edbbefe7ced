internal import JourneyBase
internal import JourneyLanguage

/// The end of a start.
enum RunEnding: Sendable {
    /// A step of the start failed; there was no run.
    case failed(StartFailure)
    /// The run was barred from its first step. `left` is as it was before the start.
    case barred(Outcome<JSONValue>, left: SuspendedRun?)
    /// The run began and came to its end.
    case ended(Outcome<JSONValue>, EndedRun)
}

/// What decides how much is kept of a run that has ended.
struct EndedRun: Sendable {
    let session: SessionManager
    /// The attempts with a key whose end the run has not heard.
    let open: Set<String>
    /// The journey's own end, where it came to one.
    let terminal: Terminal.Kind?
}

extension JourneyStart {
    /// Runs the journey to its end, or lets its error policy decide how it ends where it was barred.
    func execute(_ admitted: AdmittedStart) async -> RunEnding {
        // Not waited for: a network that ignores its cancellation must not delay the result.
        defer { admitted.watching.cancel() }
        let (prepared, run) = (admitted.ready.prepared, admitted.ready.run)
        switch admitted.admission {
        case .barred(let error): return .barred(await run.outcome(barredBy: error), left: prepared.left)
        case .admitted:
            let outcome = await run.outcome()
            return .ended(
                outcome,
                EndedRun(session: prepared.session, open: await run.open, terminal: await run.terminal))
        }
    }

    /// Reports the result, then forgets what nobody needs any more of the run.
    ///
    /// - Returns: The one outcome of the start.
    func conclude(_ ending: RunEnding) async -> Outcome<JSONValue> {
        let outcome = outcome(of: ending)
        await loading?.end()
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
        case .ended(let outcome, _), .barred(let outcome, left: nil): return outcome
        case .barred(let outcome, let left?): return left.end(outcome)
        case .failed(let failure):
            let outcome = outcome(of: failure.error)
            return failure.left?.end(outcome) ?? outcome
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
