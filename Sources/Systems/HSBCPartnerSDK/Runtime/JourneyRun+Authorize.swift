internal import JourneyBase
internal import JourneyLanguage

extension JourneyRun {
    /// Shows another party's pages, and passes the end of the visit to the machine.
    ///
    /// A resumed visit opens nothing: the person may have authorized already, and the bank has to be asked first.
    func authorize(_ authorization: Authorization, _ step: Step, visit: Int) {
        let expected = AuthorizationReturn(
            authorization, outputs: Set(step.outputs.keys), redirectScheme: redirectScheme)
        let request = authorization.address?.url.map { url in
            BrowserSessionRequest(
                url: url, hosts: authorization.hosts, returnAddress: expected.address,
                prefersApp: authorization.isAppToApp)
        }
        perform(isOfPage: false) { [web, returns, inputs, events, loading] in
            // The other party's pages replace the loading screen.
            await loading?.end()
            let answer: StateMachine.NativeAnswer
            do {
                let end: String
                if let request {
                    end = try await returns.first(expected) { try await web.open(request) }
                } else if let known = returns.take(expected) {
                    end = known
                } else {
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
