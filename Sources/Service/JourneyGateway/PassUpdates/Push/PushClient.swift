import Foundation
import JourneyBase

/// Sends pushes for passes of one type: `POST /3/device/{token}` with an empty payload, over a connection authenticated by the
/// type's certificate (UserNotifications, "Sending notification requests to APNs").
struct PushClient: Sendable {
    /// The empty payload: on any push, Wallet fetches the changes.
    static let payload = Array("{}".utf8)
    /// The time for which the service stores a push for an offline device: its maximum, 30 days.
    static let kept: TimeInterval = 30 * 86_400

    let service: Origin
    let type: String
    let transport: any HTTPTransport
    var timeout: Duration = .seconds(10)
    let now: @Sendable () -> Date

    /// Sends a push to the device with `token` and returns the result. Throws only `CancellationError`.
    func push(to token: String) async throws(CancellationError) -> PushVerdict {
        // The store accepts only hexadecimal digits; anything else can't be a token, nor part of a URL.
        guard !token.isEmpty, Hex.decode(token) != nil, let url = HTTPSURL(origin: service, path: "/3/device/" + token)
        else { return .gone(since: nil) }
        let expiration = Int64(now().timeIntervalSince1970 + PushClient.kept)
        let request = HTTPRequest(
            method: .post, url: url,
            headers: [
                "apns-topic": type, "apns-push-type": "background", "apns-priority": "5",
                "apns-expiration": String(expiration), "Content-Type": "application/json",
            ], body: PushClient.payload)
        // A duplicate push is harmless, so requests may be repeated on reused connections.
        let options = HTTPOptions(timeout: timeout, bodyLimit: 4_096, isRepeatable: true)
        do {
            return PushVerdict(try await transport.send(request, options: options), now: now())
        } catch let error as CancellationError { throw error } catch {
            if Task.isCancelled { throw CancellationError() }
            return PushVerdict(error)
        }
    }
}
