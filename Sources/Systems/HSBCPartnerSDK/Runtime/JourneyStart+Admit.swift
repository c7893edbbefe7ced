internal import JourneyBase
internal import JourneyLanguage

/// A start whose run may begin or is refused. The remote configuration is watched from here on.
struct AdmittedStart: Sendable {
    /// The decision on whether the run may begin.
    enum Admission: Sendable {
        case admitted
        /// The gateway does not attest this installation or this run.
        case barred(JourneyError)
    }

    let ready: ReadyStart
    let admission: Admission
    /// Watches the remote configuration and stops the run; `execute` ends it.
    let watching: Task<Void, Never>
}

extension JourneyStart {
    /// Attests the run, signs the person in, and reconciles payments of earlier runs, all before the first step.
    ///
    /// - Returns: The run, which may begin or is refused.
    /// - Throws: `USER_CANCELLED`, the errors of `SignInClient.signIn`, `CONFIGURATION_INVALID`, and `RESUME_REFUSED` when a
    ///   different person has signed in than in the suspended run.
    func admit(_ ready: ReadyStart) async throws(StartFailure) -> AdmittedStart {
        let (watch, remoteState, run) = (ready.prepared.watch, ready.prepared.remoteState, ready.run)
        let watching = Task { await watch.watch(from: remoteState) { run.stop($0) } }
        do throws(StartFailure) {
            return AdmittedStart(ready: ready, admission: try await admission(of: ready), watching: watching)
        } catch {
            // Not awaited: a network that ignores its cancellation must not delay the result.
            watching.cancel()
            throw error
        }
    }

    private func admission(of ready: ReadyStart) async throws(StartFailure) -> AdmittedStart.Admission {
        let (prepared, run) = (ready.prepared, ready.run)
        do throws(StartFailure) { try await attest(ready) } catch {
            guard let reason = error.error as? JourneyError, reason.code != .userCancelled else { throw error }
            return .barred(reason)
        }
        let person = try await StartFailure.carrying(prepared.suspendedRun) { try await signIn(ready) }
        guard await !run.isStopped else { return .admitted }
        if let suspendedRun = prepared.suspendedRun, !suspendedRun.snapshot.person.canResume(as: person) {
            throw StartFailure(error: SuspendedRun.notThisPerson, suspendedRun: nil)
        }
        await prepared.session.belongs(to: person)
        await run.reconcileRestoredCalls()
        let others = PaymentReconciler(host, prepared.config, await run.gateway, person)
        await others.reconcile(of: prepared.journey, except: prepared.session.run, events)
        return .admitted
    }

    /// Has the gateway attest the run where the manifest requires it. Calls to the bank carry the ticket from then on.
    private func attest(_ ready: ReadyStart) async throws(StartFailure) {
        let (prepared, run) = (ready.prepared, ready.run)
        let attestation = AttestationClient(
            host: host, config: prepared.config,
            gateway: AttestationGatewayClient(
                client: prepared.client, endpoints: prepared.config.endpoints, instance: host.instanceThumbprint),
            mutex: attestations, clock: webClock)
        try await StartFailure.carrying(prepared.suspendedRun) {
            let ticket = try await run.unlessStopped { try await attestation.admission(to: prepared.journey) }
            if let ticket = ticket ?? nil { await run.attach(ticket) }
        }
    }

    /// Returns the person, signed in where the configuration or the manifest requires it.
    private func signIn(_ ready: ReadyStart) async throws -> Subject {
        let (prepared, run) = (ready.prepared, ready.run)
        var person = prepared.person
        guard let profile = try prepared.config.signIn(for: prepared.journey) else { return person }
        let subject = try await run.signInUnlessStopped(with: profile, redirectScheme: prepared.config.redirectScheme)
        person.sign(in: subject, of: profile.issuer, key: prepared.fingerprintKey)
        return person
    }
}
