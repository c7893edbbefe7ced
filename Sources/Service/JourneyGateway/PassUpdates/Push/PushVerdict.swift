import Foundation
import JourneyBase

/// What the push service has said to one push, and what follows (UserNotifications, "Handling notification responses from
/// APNs").
enum PushVerdict: Hashable, Sendable {
    /// Taken.
    case taken
    /// The token is none for this pass type any more; since when, in milliseconds since 1970, where it is said.
    case gone(since: Int64?)
    /// Too many pushes to this one device: later.
    case later(Duration?)
    /// Nobody's pushes are taken at the moment: the service is away or has too much to do.
    case down(Duration?)
    /// The service does not let us in: certificate, topic or what is between. Somebody has to look.
    case shutOut(String)
    /// This push will never be taken.
    case refused(String)

    /// The longest wait that the service may ask for.
    static let longestWait: Duration = .seconds(3_600)

    /// The verdict of an answer.
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
        // The connection was too quiet for the service; about the push it says nothing.
        case (408, _), (400, "IdleTimeout"), (500..., _): self = .down(asked)
        default: self = .refused(reason)
        }
    }

    /// The verdict of no answer.
    init(_ error: any Error) {
        switch (error as? JourneyError)?.code {
        case .tlsFail, .pinningFail, .configurationInvalid:
            self = .shutOut((error as? JourneyError)?.code.rawValue ?? "")
        default: self = .down(nil)
        }
    }

    /// Whether the service itself has answered: then the way to it is good.
    var isAnswer: Bool {
        switch self {
        case .taken, .gone, .later, .refused: true
        case .down, .shutOut: false
        }
    }

    /// A name for the log.
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
