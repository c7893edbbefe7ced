internal import JourneyBase
internal import JourneyLanguage

extension JourneyRun {
    /// The time for which a resumed visit waits for a return: the system may hand over the link that started the app late.
    private static let returnWait = Duration.seconds(2)

    /// Shows another party's pages, and passes the end of the visit to the machine.
    ///
    /// A resumed visit opens nothing: the person may have authorized already, and the bank has to be asked first.
    func authorize(_ authorization: Authorization, _ step: Step, visit: Int) {
        let expected = AuthorizationReturnValidator(
            authorization, outputs: Set(step.outputs.keys), redirectScheme: redirectScheme)
        let request = authorization.address?.url.map { url in
            BrowserSessionRequest(
                url: url, hosts: authorization.hosts, returnAddress: expected.address,
                prefersApp: authorization.isAppToApp)
        }
        guard isStored else {
            let error = JourneyError(
                .storeFailed, "The run could not be saved, so the other party's pages were not opened.",
                recovery: .restart)
            return inputs.yield(.machine(.native(visit: visit, .error(error)))).forget()
        }
        perform(isOfPage: false) { [web, returns, inputs, events, loading, clock] in
            // The other party's pages replace the loading screen.
            await loading?.end()
            let answer: StateMachine.NativeAnswer
            do {
                let end = try await returns.open(expected, usesHeld: request == nil) {
                    if let request { return try await web.open(request) }
                    try await clock.sleep(for: JourneyRun.returnWait)
                    throw JourneyError(
                        .authorizationInterrupted,
                        "The app was closed during the authorization, and no return is known.")
                }
                answer = .success(try expected.members(of: end))
            } catch is CancellationError {
                return
            } catch let error as JourneyError where error.code == .userCancelled {
                answer = .cancelled
            } catch {
                let known =
                    error as? JourneyError
                    ?? JourneyError(.authFailed, "The browser session failed: \(type(of: error)).", recovery: .restart)
                events.send(known, step: step.id)
                answer = .error(known)
            }
            inputs.yield(.machine(.native(visit: visit, answer)))
        }
    }
}
