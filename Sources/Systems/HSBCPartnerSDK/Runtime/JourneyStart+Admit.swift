internal import JourneyBase
internal import JourneyLanguage

/// A start whose run may begin, or is barred from it. The remote configuration is watched from here on.
struct AdmittedStart: Sendable {
    /// The answer to whether the run may begin.
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
    /// Attests the run, has the person sign in, and reconciles payments that earlier runs left: all before the first step.
    ///
    /// - Returns: The run, which may begin or is barred.
    /// - Throws: `USER_CANCELLED`, the errors of `SignInClient.signIn`, `CONFIGURATION_INVALID`, and `RESUME_REFUSED` where
    ///   somebody else has signed in than whose run it was.
    func admit(_ ready: ReadyStart) async throws(StartFailure) -> AdmittedStart {
        let (watch, word, run) = (ready.prepared.watch, ready.prepared.word, ready.run)
        let watching = Task { await watch.watch(from: word) { run.stop($0) } }
        do throws(StartFailure) {
            return AdmittedStart(ready: ready, admission: try await admission(of: ready), watching: watching)
        } catch {
            // Not waited for: a network that ignores its cancellation must not delay the result.
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
        let person = try await StartFailure.carrying(prepared.left) { try await signIn(ready) }
        guard await !run.isStopped else { return .admitted }
        if let left = prepared.left, !left.snapshot.person.mayGoOn(as: person) {
            throw StartFailure(error: SuspendedRun.notThisPerson, left: nil)
        }
        await prepared.session.belongs(to: person)
        await run.reconcileRestoredCalls()
        let others = PaymentReconciler(host, prepared.config, await run.gateway, person)
        await others.settle(of: prepared.journey, except: prepared.session.run, events)
        return .admitted
    }

    /// Has the gateway attest the run where the manifest asks for it; calls to the bank carry the ticket from then on.
    private func attest(_ ready: ReadyStart) async throws(StartFailure) {
        let (prepared, run) = (ready.prepared, ready.run)
        let attestation = AttestationClient(
            host: host, config: prepared.config,
            gateway: AttestationGatewayClient(
                client: prepared.client, endpoints: prepared.config.endpoints, instance: host.instanceThumbprint),
            mutex: attestations, clock: webClock)
        try await StartFailure.carrying(prepared.left) {
            let ticket = try await run.unlessStopped { try await attestation.admission(to: prepared.journey) }
            if let ticket = ticket ?? nil { await run.carry(ticket) }
        }
    }

    /// The person, signed in where the configuration or the manifest asks for it.
    private func signIn(_ ready: ReadyStart) async throws -> Subject {
        let (prepared, run) = (ready.prepared, ready.run)
        var person = prepared.person
        guard let profile = try prepared.config.signIn(for: prepared.journey) else { return person }
        let subject = try await run.signInUnlessStopped(with: profile, redirectScheme: prepared.config.redirectScheme)
        person.sign(in: subject, of: profile.issuer, key: prepared.fingerprintKey)
        return person
    }
}
