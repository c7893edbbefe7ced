import Foundation
import JourneyBase

/// The push service's response to one push, and its consequence (UserNotifications, "Handling notification responses from APNs").
enum PushVerdict: Hashable, Sendable {
    /// Accepted.
    case taken
    /// The token is no longer valid for this pass type; with the time in milliseconds since 1970, if reported.
    case gone(since: Int64?)
    /// Too many pushes to this device: try again later.
    case later(Duration?)
    /// The service accepts no pushes at the moment: it is unreachable or overloaded.
    case down(Duration?)
    /// The service rejects the gateway: certificate, topic or connection. An operator must act.
    case shutOut(String)
    /// A permanent rejection of this push.
    case refused(String)

    /// The maximum wait that the service may ask for.
    static let longestWait: Duration = .seconds(3_600)

    /// Classifies an answer.
    init(_ response: HTTPResponse, now: Date) {
        let body = try? JSONReader.read(response.body, limits: JSONLimits(bytes: 4_096, depth: 2, values: 16))
        let reason = body?["reason"]?.string ?? "status \(response.status)"
        let asked = response.headers.retryAfter(now: now).map { min($0, PushVerdict.longestWait) }
        switch (response.status, reason) {
        case (200, _): self = .taken
        case (410, _): self = .gone(since: body?["timestamp"]?.int64)
        case (400, "BadDeviceToken"), (400, "DeviceTokenNotForTopic"), (400, "MissingDeviceToken"):
            self = .gone(since: nil)
        case (429, _): self = .later(asked)
        case (400, "BadTopic"), (400, "TopicDisallowed"), (400, "MissingTopic"), (403, _), (404, _):
            self = .shutOut(reason)
        // The connection was idle for too long; this says nothing about the push.
        case (408, _), (400, "IdleTimeout"), (500..., _): self = .down(asked)
        default: self = .refused(reason)
        }
    }

    /// Classifies a missing answer.
    init(_ error: any Error) {
        switch (error as? JourneyError)?.code {
        case .tlsFail, .pinningFail, .configurationInvalid:
            self = .shutOut((error as? JourneyError)?.code.rawValue ?? "")
        default: self = .down(nil)
        }
    }

    /// `true` if the service itself has answered, so the connection works.
    var isAnswer: Bool {
        switch self {
        case .taken, .gone, .later, .refused: true
        case .down, .shutOut: false
        }
    }

    /// The name in the log.
    var name: String {
        switch self {
        case .taken: "taken"
        case .gone: "gone"
        case .later: "later"
        case .down: "down"
        case .shutOut(let reason), .refused(let reason): reason
        }
    }
}
