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
        var attempts: Int
        var resends: Int
        var resendFrom: Date
        var error: String?
        var notice: CardPhrase?
        /// One key for each code: what is tried again is the same call.
        var tried: (code: String, key: String)?
    }

    private var words: Language { flow.presenter.language }
    private var now: Date { flow.host.surroundings.now() }

    /// The token. Whoever leaves after a code was handed in of which nobody heard leaves no token behind.
    func run(_ challenge: ConsentChallenge) async throws(CardStop) -> Secret {
        var isInDoubt = false
        do throws(CardStop) { return try await token(challenge, &isInDoubt) } catch {
            if isInDoubt { await flow.revoke(user) }
            throw error
        }
    }

    private func token(_ challenge: ConsentChallenge, _ isInDoubt: inout Bool) async throws(CardStop) -> Secret {
        var renewals = 1
        var state = begin(challenge, notice: nil)
        while true {
            let screen = flow.screens.code(
                configuration: flow.configuration, channel: channel, expires: state.challenge.expires,
                resendFrom: state.resends > 0 ? state.resendFrom : nil, notice: state.notice, error: state.error)
            let answer = await flow.presenter.ask(screen)
            (state.error, state.notice) = (nil, nil)
            switch screen.exit(for: answer) {
            case nil:
                guard let code = answer.text(CardScreens.code) else { throw .left }
                if let token = try await confirm(code, &state, &isInDoubt) { return token }
            case .resend: try await resend(&state)
            case .expired: state.attempts = -1
            case .back: throw .back
            case .cancelled, .other: throw .left
            }
            guard state.attempts < 0 else { continue }
            // The challenge has run out: one new one by itself, and then only when the person says so.
            guard renewals > 0 else { throw .problem(CardProblem(CodeEntry.expired)) }
            renewals -= 1
            state = begin(try await flow.challenge(card, user, channel), notice: .codeRenewed)
        }
    }

    private func begin(_ challenge: ConsentChallenge, notice: CardPhrase?) -> Progress {
        Progress(
            challenge: challenge, attempts: flow.configuration.attempts, resends: flow.configuration.resends,
            resendFrom: now + flow.configuration.resendCooldown.seconds, notice: notice)
    }

    /// The token for `code`; `nil` when the person may go on trying, or the challenge has run out.
    private func confirm(
        _ code: String, _ state: inout Progress, _ isInDoubt: inout Bool
    ) async throws(CardStop) -> Secret? {
        if state.tried?.code != code { state.tried = (code, flow.host.surroundings.uuid()) }
        let key = state.tried?.key ?? flow.host.surroundings.uuid()
        let (client, id, user) = (flow.client, state.challenge.id, user)
        do throws(CardStop) {
            return try await flow.waiting(.checkingCode) {
                try await client.confirm(code, of: id, user: user, key: key)
            }
        } catch {
            guard case .problem(let problem) = error else {
                isInDoubt = true
                throw error
            }
            switch problem.code {
            case .codeWrong:
                state.attempts = min(state.attempts - 1, problem.attemptsLeft ?? .max)
                guard state.attempts > 0 else {
                    throw .problem(CardProblem(JourneyError(.tooManyAttempts, "There were too many wrong codes.")))
                }
                state.error = words(CardPhrase.codeWrong(attemptsLeft: state.attempts))
            case .challengeExpired: state.attempts = -1
            case .rateLimited: state.error = words(CardPhrase.tryCodeAgain)
            case .netUnreachable, .netTimeout, .issuerTimeout, .issuerDown, .serverError, .codeUsed:
                isInDoubt = true
                // A code that was used may have been used by the try that nobody heard of.
                guard problem.code != .codeUsed else { throw error }
                state.error = words(CardPhrase.tryCodeAgain)
            default:
                isInDoubt = isInDoubt || problem.code == .issuerInvalid
                throw error
            }
            return nil
        }
    }

    private func resend(_ state: inout Progress) async throws(CardStop) {
        let (client, id, user) = (flow.client, state.challenge.id, user)
        do throws(CardStop) {
            try await flow.waiting(.askingForCode) { try await client.resend(id, user: user) }
            state.resends -= 1
            state.notice = .codeSentAgain
        } catch {
            guard case .problem(let problem) = error else { throw error }
            switch problem.code {
            case .resendLimit:
                state.resends = 0
                state.error = words(CardPhrase.noMoreCodes)
            case .challengeExpired: state.attempts = -1
            case .netUnreachable, .netTimeout, .issuerTimeout, .issuerDown, .rateLimited, .serverError:
                state.error = words(CardPhrase.notSentAgain)
            default: throw error
            }
        }
        state.resendFrom = now + flow.configuration.resendCooldown.seconds
    }

    private static let expired = JourneyError(
        .challengeExpired, "The time for the code was over twice.", recovery: .restart)
}

extension Duration {
    /// As Foundation counts.
    var seconds: TimeInterval { self / .seconds(1) }
}
