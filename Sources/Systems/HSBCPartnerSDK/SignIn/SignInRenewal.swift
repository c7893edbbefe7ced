internal import JourneyBase
internal import Synchronization

/// Renews what a person's sign-in granted: by the refresh token, and by asking the person again where that one is refused.
///
/// Whoever waits for a token shares one renewal (`ContextToken`), so this is never under way twice.
final class SignInRenewal: Sendable {
    /// How long a person may take, who has to sign in anew.
    static let patience = Duration.seconds(300)

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

    /// A new access token.
    ///
    /// A refresh token that the server says is none any more, or none at all: the person signs in anew, once. A server that
    /// cannot be reached, or answers otherwise, is no reason to ask them; nor is the token tried again then, which may have
    /// been used up although nobody heard. Throws what `SignInClient` does.
    func renew() async throws -> Secret {
        let token = refreshToken.withLock { held in
            defer { held = nil }
            return held
        }
        if let token {
            do { return take(try await client.refresh(token)) } catch let error as JourneyError
                where error.code == .authExpired
            {
                // Fall through: what was granted is over.
            }
        }
        let answer = try await client.signIn(show)
        // A run is one person's: under another's token the bank would take what it has done for something new.
        guard answer.subject == subject else { throw SignInRequest.failed("Somebody else has signed in.") }
        return take(answer)
    }

    /// The old refresh token is dead once there is an answer; a server that does not rotate gives it again.
    private func take(_ answer: TokenAnswer) -> Secret {
        refreshToken.withLock { $0 = answer.refreshToken }
        return answer.accessToken
    }
}
