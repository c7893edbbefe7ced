public import Foundation

/// Who calls, where, and how long it may take.
public struct ProntoConfiguration: Sendable, CustomStringConvertible, CustomReflectable {
    /// Gives a token for the person who uses the app, minted by the app's own server and over in minutes.
    public typealias UserToken = @Sendable () async throws -> String

    /// The API user's token. It opens all of a client's tags, so that an app that ships it gives them to whoever takes it
    /// apart: better, give `userToken`. Empty where that is given.
    public let apiKey: String
    public let userToken: UserToken?
    public let environment: ProntoEnvironment
    /// Seconds, for each call; from 1 to 300.
    public let timeout: TimeInterval

    public init(apiKey: String, environment: ProntoEnvironment = .production, timeout: TimeInterval = 30.0) {
        self.apiKey = apiKey
        userToken = nil
        self.environment = environment
        self.timeout = timeout
    }

    /// The same without a key in the app.
    public init(
        environment: ProntoEnvironment = .production, timeout: TimeInterval = 30.0, userToken: @escaping UserToken
    ) {
        apiKey = ""
        self.userToken = userToken
        self.environment = environment
        self.timeout = timeout
    }

    /// Without the key.
    public var description: String { "ProntoConfiguration(\(environment), \(timeout) s)" }
    public var customMirror: Mirror { Mirror(self, children: ["environment": environment, "timeout": timeout]) }
}
