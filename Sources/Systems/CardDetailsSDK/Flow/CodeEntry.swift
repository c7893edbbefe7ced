internal import Foundation
internal import JourneyBase

/// The code that was sent, from the screen to the token: corrections, other codes, and one new challenge by itself when the
/// first has run out.
struct CodeEntry {
    let flow: CardDetailsFlow
    let card: CardSummary
    let user: CardUserID
    let channel: ConsentChannel

    /// What is left of a challenge.
    private struct Progress {
        let challenge: ConsentChallenge
        /// As this device's clock counts; `nil` when it cannot be told, and the proxy alone knows.
        let ends: Date?
        var attempts: Int
        var resendFrom: Date
        var error: String?
        var notice: CardPhrase?
        /// One key for each code: what is tried again is the same call.
        var tried: (code: String, key: String)?
    }

    private var words: Language { flow.presenter.language }
    private var now: Date { flow.host.dependencies.now() }
    private var cooldown: TimeInterval { flow.configuration.resendCooldown.seconds }

    /// The token.
    func run(_ challenge: ConsentChallenge, _ memory: inout ConsentState) async throws(CardStop) -> Secret {
        var state = begin(challenge, notice: nil)
        while true {
            let screen = flow.screens.code(
                configuration: flow.configuration, channel: channel, expires: state.ends,
                resendFrom: memory.resends > 0 ? state.resendFrom : nil, notice: state.notice, error: state.error)
            let answer = await flow.presenter.ask(screen)
            (state.error, state.notice) = (nil, nil)
            switch screen.exit(for: answer) {
            case nil:
                guard let code = answer.text(CardScreens.code) else { throw .left }
                if let token = try await confirm(code, &state, &memory) { return token }
            case .resend: try await resend(&state, &memory)
            case .expired: state.attempts = -1
            case .back: throw .back
            case .cancelled, .other: throw .left
            }
            guard state.attempts < 0 else { continue }
            // The challenge has run out: one new one by itself, and then only when the person says so.
            guard memory.renewals > 0 else { throw .problem(CardProblem(CodeEntry.expired)) }
            memory.renewals -= 1
            state = begin(try await flow.challenge(card, user, channel), notice: .codeRenewed)
        }
    }

    /// A challenge that seems to be over when it comes says that a clock is wrong, and not that it is over.
    private func begin(_ challenge: ConsentChallenge, notice: CardPhrase?) -> Progress {
        let ends = flow.client.clock.here(challenge.expires)
        return Progress(
            challenge: challenge, ends: ends > now ? ends : nil, attempts: flow.configuration.attempts,
            resendFrom: now + cooldown, notice: notice)
    }

    /// The token for `code`; `nil` when the person may go on trying, or the challenge has run out.
    ///
    /// Whoever is not known by finger or face hands in no code, so that no token is made for them; nor is one while others look at
    /// the display.
    private func confirm(
        _ code: String, _ state: inout Progress, _ memory: inout ConsentState
    ) async throws(CardStop) -> Secret? {
        guard !flow.host.isCaptured() else {
            state.error = words(CardPhrase.issue(.captured))
            return nil
        }
        if !memory.isPresent { try await flow.checkPresence() }
        memory.isPresent = true
        if memory.debt == nil { memory.debt = await flow.revocations.owe(user) }
        if state.tried?.code != code { state.tried = (code, flow.host.dependencies.uuid()) }
        let key = state.tried?.key ?? flow.host.dependencies.uuid()
        let (client, id, user) = (flow.client, state.challenge.id, user)
        do throws(CardStop) {
            return try await flow.waiting(.checkingCode) {
                try await client.confirm(code, of: id, user: user, key: key)
            }
        } catch {
            guard case .problem(let problem) = error else {
                memory.isInDoubt = true
                throw error
            }
            // A code that was used may have been used by the try that nobody heard of.
            memory.isInDoubt = memory.isInDoubt || problem.leavesDoubt || problem.code == .codeUsed
            switch problem.code {
            case .codeWrong:
                state.attempts = min(state.attempts - 1, problem.attemptsLeft ?? .max)
                guard state.attempts > 0 else {
                    throw .problem(CardProblem(JourneyError(.tooManyAttempts, "There were too many wrong codes.")))
                }
                state.error = words(CardPhrase.codeWrong(attemptsLeft: state.attempts))
            case .challengeExpired: state.attempts = -1
            case .rateLimited, .netUnreachable, .netTimeout, .issuerTimeout, .issuerDown, .serverError:
                state.error = words(CardPhrase.tryCodeAgain)
            default: throw error
            }
            return nil
        }
    }

    private func resend(_ state: inout Progress, _ memory: inout ConsentState) async throws(CardStop) {
        let (client, id, user) = (flow.client, state.challenge.id, user)
        var wait = cooldown
        do throws(CardStop) {
            try await flow.waiting(.askingForCode) { try await client.resend(id, user: user) }
            memory.resends -= 1
            state.notice = .codeSentAgain
        } catch {
            guard case .problem(let problem) = error else { throw error }
            switch (problem.code, problem.retryAfter) {
            // Too early, by the proxy's count.
            case (.resendLimit, let later?):
                wait = max(1, later.seconds)
                state.error = words(CardPhrase.notSentAgain)
            case (.resendLimit, nil):
                memory.resends = 0
                state.error = words(CardPhrase.noMoreCodes)
            case (.challengeExpired, _): state.attempts = -1
            case (.netUnreachable, _), (.netTimeout, _), (.issuerTimeout, _), (.issuerDown, _), (.rateLimited, _),
                (.serverError, _):
                state.error = words(CardPhrase.notSentAgain)
            default: throw error
            }
        }
        flow.noteCode(of: user, at: now)
        state.resendFrom = now + wait
    }

    private static let expired = JourneyError(
        .challengeExpired, "The time for the code was over twice.", recovery: .restart)
}

extension Duration {
    /// As Foundation counts.
    var seconds: TimeInterval { self / .seconds(1) }
}
