import Foundation
import JourneyBase

/// Sends pushes for passes of one type: `POST /3/device/{token}` with an empty payload, over the connection that the type's
/// certificate has opened (UserNotifications, "Sending notification requests to APNs").
struct PushClient: Sendable {
    /// Wallet asks for what is new whenever a push comes; there is nothing to say in it.
    static let payload = Array("{}".utf8)
    /// How long the service keeps a push for a device that is away: as long as it does at most.
    static let kept: TimeInterval = 30 * 86_400

    let service: Origin
    let type: String
    let transport: any HTTPTransport
    var timeout: Duration = .seconds(10)
    let now: @Sendable () -> Date

    /// What becomes of a push to the device with that token. Throws `CancellationError` only.
    func push(to token: String) async throws(CancellationError) -> PushVerdict {
        // The store lets in hexadecimal digits only; what is anything else is no token, and no address.
        guard !token.isEmpty, Hex.decode(token) != nil, let url = HTTPSURL(origin: service, path: "/3/device/" + token)
        else { return .gone(since: nil) }
        let expiration = Int64(now().timeIntervalSince1970 + PushClient.kept)
        let request = HTTPRequest(
            method: .post, url: url,
            headers: [
                "apns-topic": type, "apns-push-type": "background", "apns-priority": "5",
                "apns-expiration": String(expiration), "Content-Type": "application/json",
            ], body: PushClient.payload)
        // A push that comes twice says no more than one: connections are kept, and who has no answer sends again.
        let options = HTTPOptions(timeout: timeout, bodyLimit: 4_096, isRepeatable: true)
        do {
            return PushVerdict(try await transport.send(request, options: options), now: now())
        } catch let error as CancellationError { throw error } catch {
            if Task.isCancelled { throw CancellationError() }
            return PushVerdict(error)
        }
    }
}
