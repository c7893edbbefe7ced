internal import Foundation
internal import JourneyBase

/// The entry of a code, from the screen to the token: corrections, further codes, and one automatic new challenge when the first
/// has expired.
struct CodeEntry {
    let flow: CardDetailsFlow
    let card: CardSummary
    let user: CardUserID
    let channel: ConsentChannel

    /// The state of a challenge.
    private struct Progress {
        let challenge: ConsentChallenge
        /// The expiry by this device's clock; `nil` if unknown, so that only the proxy knows.
        let ends: Date?
        var attempts: Int
        var resendFrom: Date
        var error: String?
        var notice: CardPhrase?
        /// The last code and its idempotency key. A retry of the same code is the same call.
        var tried: (code: String, key: String)?
    }

    private var words: Language { flow.presenter.language }
    private var now: Date { flow.host.dependencies.now() }
    private var cooldown: TimeInterval { flow.configuration.resendCooldown.seconds }

    /// Asks for the code and returns the token.
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
            // The challenge has expired: request one new one automatically, later ones only on demand.
            guard memory.renewals > 0 else { throw .problem(CardProblem(CodeEntry.expired)) }
            memory.renewals -= 1
            state = begin(try await flow.challenge(card, user, channel), notice: .codeRenewed)
        }
    }

    /// Starts a challenge. If it seems expired on arrival, a clock is wrong, and it does not count as expired.
    private func begin(_ challenge: ConsentChallenge, notice: CardPhrase?) -> Progress {
        let ends = flow.client.clock.here(challenge.expires)
        return Progress(
            challenge: challenge, ends: ends > now ? ends : nil, attempts: flow.configuration.attempts,
            resendFrom: now + cooldown, notice: notice)
    }

    /// Returns the token for `code`; `nil` if the user may try again, or the challenge has expired.
    ///
    /// No code is submitted without the biometric check or while the display is captured, so that no token is created then.
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
            // The code may have been used by an earlier attempt whose response was lost.
            memory.isInDoubt = memory.isInDoubt || problem.leavesDoubt || problem.code == .codeUsed
            switch problem.code {
            case .codeWrong:
                state.attempts = min(state.attempts - 1, problem.attemptsLeft ?? .max)
                guard state.attempts > 0 else {
                    throw .problem(CardProblem(JourneyError(.tooManyAttempts, "Too many wrong codes were entered.")))
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
            // Too early, by the proxy's clock.
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
        .challengeExpired, "Two codes expired before they were entered. Start again.", recovery: .restart)
}

extension Duration {
    /// The duration in seconds, as Foundation counts.
    var seconds: TimeInterval { self / .seconds(1) }
}
