internal import JourneyBase
internal import JourneyLanguage

/// A start whose run exists, at its first step or where it was suspended. It has not begun.
struct ReadyStart: Sendable {
    let prepared: PreparedStart
    let run: JourneyRun
}

extension JourneyStart {
    /// Creates the run, new or from its snapshot. A suspended run is checked here and confirmed by the gateway.
    ///
    /// - Returns: The run, which has not begun.
    /// - Throws: `RESUME_REFUSED` and the network's codes for a suspended run; the errors of `JourneyRun.init`.
    func resume(_ prepared: PreparedStart) async throws(StartFailure) -> ReadyStart {
        if let suspendedRun = prepared.suspendedRun { try await check(suspendedRun, prepared) }
        return try await StartFailure.carrying(prepared.suspendedRun) {
            await host.loadingPresenter?.apply(prepared.journey.brand)
            await prepared.session.begin(prepared.journey, instanceKey: host.instanceThumbprint)
            let run = try JourneyRun(
                journey: prepared.journey, config: prepared.config, host: host, params: params,
                session: prepared.session, client: prepared.client, events: events,
                fingerprintKey: prepared.fingerprintKey, webClock: webClock, loading: loading,
                returns: returns, resuming: prepared.suspendedRun?.snapshot.point)
            return ReadyStart(prepared: prepared, run: run)
        }
    }

    private func check(_ suspendedRun: SuspendedRun, _ prepared: PreparedStart) async throws(StartFailure) {
        // This person must not learn the outcome of another person's payment.
        try await StartFailure.carrying(nil) { try suspendedRun.check(prepared.person) }
        let gateway = GatewayClient(client: prepared.client, endpoints: prepared.config.endpoints)
        do throws(JourneyError) {
            try suspendedRun.check(
                prepared.journey, instanceKey: host.instanceThumbprint, now: host.dependencies.now())
        } catch {
            // The run can never be resumed, so its payments are reconciled now.
            let payments = PaymentReconciler(host, prepared.config, gateway, prepared.person)
            throw StartFailure(error: error, suspendedRun: await payments.reconcile(suspendedRun))
        }
        try await StartFailure.carrying(suspendedRun) { try await gateway.confirm(suspendedRun.snapshot) }
        events.send(.journeyResume(run: suspendedRun.run, step: suspendedRun.snapshot.step))
    }
}
