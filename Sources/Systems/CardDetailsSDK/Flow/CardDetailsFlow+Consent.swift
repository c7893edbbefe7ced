internal import Foundation
internal import JourneyBase
internal import JourneyWire

extension CardDetailsFlow {
    /// Runs the flow from the choice of a channel to the token. With `asksFirst`, no code is sent before the user has pressed a
    /// button. With `isPresenceChecked`, there is no further biometric check.
    func consent(
        _ card: CardSummary, _ user: CardUserID, asksFirst: Bool, isPresenceChecked: Bool = false
    ) async throws(CardStop) -> Secret {
        var memory = ConsentState(resends: configuration.resends)
        memory.isPresent = isPresenceChecked
        do throws(CardStop) { return try await token(card, user, asksFirst, &memory) } catch {
            // No response to a submitted code was lost: there is no token.
            if memory.debt == true, !memory.isInDoubt { await revocations.forgive(user) }
            throw error
        }
    }

    private func token(
        _ card: CardSummary, _ user: CardUserID, _ asksFirst: Bool, _ memory: inout ConsentState
    ) async throws(CardStop) -> Secret {
        var asksFirst = asksFirst
        while true {
            let channel = try await channel(user, asksFirst: asksFirst)
            do throws(CardStop) {
                let challenge = try await challenge(card, user, channel)
                return try await CodeEntry(flow: self, card: card, user: user, channel: channel).run(challenge, &memory)
            } catch {
                // Back from the code leads to the choice of the channel, from which another code counts as a resend.
                guard case .back = error else { throw error }
                memory.resends -= 1
                asksFirst = true
            }
        }
    }

    private func channel(_ user: CardUserID, asksFirst: Bool) async throws(CardStop) -> ConsentChannel {
        let (offered, from) = (configuration.channels, codeFrom(user))
        if offered.count == 1, let only = offered.first, !asksFirst, from == nil { return only }
        let screen = screens.channels(offered, from: from)
        let answer = await presenter.ask(screen)
        if let exit = screen.exit(for: answer) { throw CardStop(exit) }
        if offered.count == 1, let only = offered.first { return only }
        guard let chosen = answer.chosen(CardScreens.channel)?.first.flatMap(ConsentChannel.init) else { throw .left }
        return chosen
    }

    /// Returns the time from which another code can be requested, over all channels; `nil` for now.
    private func codeFrom(_ user: CardUserID) -> Date? {
        lastCode(of: user).map { $0 + configuration.resendCooldown.seconds }
            .flatMap { $0 > host.dependencies.now() ? $0 : nil }
    }

    /// Has the issuer send a code, by its script in an invisible page. Each call sends one. None is sent while the display is
    /// captured, because no card would be shown on it.
    func challenge(
        _ card: CardSummary, _ user: CardUserID, _ channel: ConsentChannel
    ) async throws(CardStop) -> ConsentChallenge {
        guard !host.isCaptured() else { throw .problem(CardProblem(CardDetailsFlow.captured)) }
        let (client, configuration, host) = (client, configuration, host)
        return try await waiting(.askingForCode) {
            let url = try await client.page(for: card.id, user: user)
            let page = try await CardPage.open(
                url, place: .hidden, context: [:], configuration: configuration, host: host)
            let result = await self.answer(of: page, user, channel)
            await page.close()
            return try result.get()
        }
    }

    static let captured = JourneyError(
        .displayCaptured, "The display is being recorded or mirrored. Stop that and try again.",
        recovery: .retry(after: .seconds(1)))

    /// Requests consent from the page and waits for its answer, for up to `patience`.
    private func answer(
        of page: CardPage, _ user: CardUserID, _ channel: ConsentChannel
    ) async -> Result<ConsentChallenge, any Error> {
        let timer = Task { [clock = host.dependencies.clock, configuration] in
            guard (try? await clock.sleep(for: configuration.patience)) != nil else { return }
            await page.close()
        }
        defer { timer.cancel() }
        var before: Date?
        for await event in page.events {
            switch event {
            case .opened:
                let ask: [IssuerField: JSONValue?] = [
                    .userId: .string(user.rawValue),
                    .channel: channel == .both ? nil : .string(channel.rawValue),
                ]
                // From here on a code may have been sent, whatever the response.
                before = lastCode(of: user)
                noteCode(of: user, at: host.dependencies.now())
                page.emit("consent", .plain(.issuer(ask)))
            case .challenge(let challenge): return .success(challenge)
            case .failed(let error):
                // A refusal by the page itself means that none was sent.
                if CardPage.refusals.contains(error.code) { noteCode(of: user, at: before) }
                return .failure(error)
            case .done: return .failure(CardStop.left)
            case .rendered, .absent, .copied: continue
            }
        }
        guard !Task.isCancelled else { return .failure(CancellationError()) }
        return .failure(
            JourneyError(
                .netTimeout, "The consent page did not request a code in time.", recovery: .retry(after: .seconds(1))))
    }
}
