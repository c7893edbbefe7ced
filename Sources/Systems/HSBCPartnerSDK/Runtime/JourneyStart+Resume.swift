internal import JourneyBase
internal import JourneyLanguage

/// A start whose run exists, at its first step or where it was left. It has not begun.
struct ReadyStart: Sendable {
    let prepared: PreparedStart
    let run: JourneyRun
}

extension JourneyStart {
    /// Makes the run, new or from where it was left. A run that was left is checked here and confirmed by the gateway.
    ///
    /// - Returns: The run, which has not begun.
    /// - Throws: `RESUME_REFUSED` and the network's codes for a run that was left; the errors of `JourneyRun.init`.
    func resume(_ prepared: PreparedStart) async throws(StartFailure) -> ReadyStart {
        if let left = prepared.left { try await check(left, prepared) }
        return try await StartFailure.carrying(prepared.left) {
            await prepared.session.begin(prepared.journey, instanceKey: host.instanceThumbprint)
            let run = try JourneyRun(
                journey: prepared.journey, config: prepared.config, host: host, params: params,
                session: prepared.session, client: prepared.client, events: events,
                fingerprintKey: prepared.fingerprintKey, webClock: webClock, loading: loading,
                resuming: prepared.left?.snapshot.point)
            return ReadyStart(prepared: prepared, run: run)
        }
    }

    private func check(_ left: SuspendedRun, _ prepared: PreparedStart) async throws(StartFailure) {
        // This person must not hear what became of another person's payment.
        try await StartFailure.carrying(nil) { try left.check(prepared.person) }
        let gateway = GatewayClient(client: prepared.client, endpoints: prepared.config.endpoints)
        do throws(JourneyError) {
            try left.check(
                prepared.journey, instanceKey: host.instanceThumbprint, now: host.dependencies.now())
        } catch {
            // It can never be resumed, so the bank is asked now.
            let payments = PaymentReconciler(host, prepared.config, gateway, prepared.person)
            throw StartFailure(error: error, left: await payments.settle(left))
        }
        try await StartFailure.carrying(left) { try await gateway.confirm(left.snapshot) }
        events.send(.journeyResume(run: left.run, step: left.snapshot.step))
    }
}
