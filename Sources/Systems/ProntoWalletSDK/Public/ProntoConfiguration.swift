public import Foundation

/// The SDK's credentials, environment and timeout.
public struct ProntoConfiguration: Sendable, CustomStringConvertible, CustomReflectable {
    /// Returns a short-lived token (minutes) for the app's user, issued by the app's own server.
    public typealias UserToken = @Sendable () async throws -> String

    /// The API user's token, which gives access to all tags of a client. Anyone can extract it from an app, so prefer
    /// `userToken`. Empty with `userToken`.
    public let apiKey: String
    public let userToken: UserToken?
    public let environment: ProntoEnvironment
    /// The timeout of each call in seconds, from 1 to 300.
    public let timeout: TimeInterval

    public init(apiKey: String, environment: ProntoEnvironment = .production, timeout: TimeInterval = 30.0) {
        self.apiKey = apiKey
        userToken = nil
        self.environment = environment
        self.timeout = timeout
    }

    /// Creates a configuration without a key in the app.
    ///
    /// - Parameters:
    ///   - environment: The service's environment.
    ///   - timeout: The timeout of each call in seconds, from 1 to 300.
    ///   - userToken: Returns a token for the app's user.
    public init(
        environment: ProntoEnvironment = .production, timeout: TimeInterval = 30.0, userToken: @escaping UserToken
    ) {
        apiKey = ""
        self.userToken = userToken
        self.environment = environment
        self.timeout = timeout
    }

    /// A description without the key.
    public var description: String { "ProntoConfiguration(\(environment), \(timeout) s)" }
    public var customMirror: Mirror { Mirror(self, children: ["environment": environment, "timeout": timeout]) }
}
