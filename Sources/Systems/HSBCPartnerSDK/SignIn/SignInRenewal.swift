internal import JourneyBase
internal import Synchronization

/// Renews the token of a sign-in: with the refresh token, and by signing in again where the server rejects it.
///
/// All callers share one renewal (`ContextToken`), so this never runs twice at a time.
final class SignInRenewal: Sendable {
    /// The time limit of a person who signs in again.
    static let timeout = Duration.seconds(300)

    typealias Show = @Sendable (HTTPSURL) async throws -> String

    private let client: SignInClient
    private let show: Show
    private let subject: String?
    private let refreshToken: Mutex<Secret?>

    init(_ client: SignInClient, after answer: TokenAnswer, show: @escaping Show) {
        self.client = client
        self.show = show
        subject = answer.subject
        refreshToken = Mutex(answer.refreshToken)
    }

    /// Returns a new access token.
    ///
    /// Without a refresh token, or with a rejected one, the person signs in again, once. When the server can't be reached or
    /// fails otherwise, the person is not asked. The refresh token is not sent again then, because it may have been used up.
    ///
    /// - Throws: The errors of `SignInClient`.
    func renew() async throws -> Secret {
        let token = refreshToken.withLock { held in
            defer { held = nil }
            return held
        }
        if let token {
            do { return store(try await client.refresh(token)) } catch let error as JourneyError
                where error.code == .authExpired
            {
                // Fall through: the grant has ended.
            }
        }
        let answer = try await client.signIn(show)
        // A run belongs to one person: under another's token the bank would treat its calls as new.
        guard answer.subject == subject else {
            throw SignInRequest.failed("A different person has signed in than at the start of the run.")
        }
        return store(answer)
    }

    /// Stores the new refresh token, which replaces the old one. A server that does not rotate tokens sends the same again.
    private func store(_ answer: TokenAnswer) -> Secret {
        refreshToken.withLock { $0 = answer.refreshToken }
        return answer.accessToken
    }
}
