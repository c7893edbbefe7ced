internal import Foundation
internal import JourneyBase

extension CardDetailsFlow {
    /// From the choice of a channel to the token.
    func consent(_ card: CardSummary, _ user: CardUserID) async throws(CardStop) -> Secret {
        while true {
            let channel = try await channel()
            do throws(CardStop) {
                let challenge = try await challenge(card, user, channel)
                return try await CodeEntry(flow: self, card: card, user: user, channel: channel).run(challenge)
            } catch {
                // Back from the code leads to the choice of the channel, where there is one.
                guard case .back = error, configuration.channels.count > 1 else { throw error }
            }
        }
    }

    private func channel() async throws(CardStop) -> ConsentChannel {
        let offered = configuration.channels
        if offered.count == 1, let only = offered.first { return only }
        let screen = screens.channels(offered)
        let answer = await presenter.ask(screen)
        if let exit = screen.exit(for: answer) { throw CardStop(exit) }
        guard let chosen = answer.chosen(CardScreens.channel)?.first.flatMap(ConsentChannel.init) else { throw .left }
        return chosen
    }

    /// Has the issuer send a code, by its script in a page that shows nothing. Each time, a code is sent.
    func challenge(
        _ card: CardSummary, _ user: CardUserID, _ channel: ConsentChannel
    ) async throws(CardStop) -> ConsentChallenge {
        let (client, configuration, host) = (client, configuration, host)
        return try await waiting(.askingForCode) {
            let url = try await client.page(for: card.id, user: user)
            let page = try await CardPage.open(
                url, place: .hidden, context: [:], configuration: configuration, host: host)
            let result = await CardDetailsFlow.answer(of: page, user, channel, configuration, host)
            await page.close()
            return try result.get()
        }
    }

    /// Asks the page for consent and awaits what it says, for as long as `patience`.
    private static func answer(
        of page: CardPage, _ user: CardUserID, _ channel: ConsentChannel, _ configuration: CardDetailsConfiguration,
        _ host: CardDetailsHost
    ) async -> Result<ConsentChallenge, any Error> {
        let timer = Task { [clock = host.surroundings.clock] in
            guard (try? await clock.sleep(for: configuration.patience)) != nil else { return }
            await page.close()
        }
        defer { timer.cancel() }
        for await event in page.events {
            switch event {
            case .opened:
                var ask: [String: JSONValue] = ["userId": .string(user.rawValue)]
                if channel != .both { ask["channel"] = .string(channel.rawValue) }
                page.emit("consent", .plain(.object(ask)))
            case .challenge(let challenge): return .success(challenge)
            case .failed(let error): return .failure(error)
            case .done: return .failure(CardStop.left)
            case .rendered, .copied: continue
            }
        }
        guard !Task.isCancelled else { return .failure(CancellationError()) }
        return .failure(
            JourneyError(.netTimeout, "The page did not ask for a code in time.", recovery: .retry(after: .seconds(1))))
    }
}
