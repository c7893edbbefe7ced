import JourneyBase

/// The device's source of pushes: the sandbox's fake APNs, which counts the device's pushes.
struct PushInbox: Sendable {
    let service: Origin
    let device: WalletDevice
    let transport: any HTTPTransport
    let clock: any Clock<Duration>

    typealias Update = (changes: [PassChange], failures: [(InstalledPass, JourneyError)])

    /// Runs `update`, and repeats it after each push until something has changed or `patience` is over.
    func update(within patience: Duration, _ update: () async throws -> Update) async throws -> Update {
        let deadline = HTTPDeadline(after: patience, clock: clock)
        // Counted before the update, so that no push is missed meanwhile.
        var count = try await pushes()
        var result = try await once(by: deadline, update)
        while result.changes.isEmpty, result.failures.isEmpty, deadline.remaining > .zero {
            let next = try await pushes(after: count, within: deadline.remaining)
            guard next > count else { continue }
            count = next
            result = try await once(by: deadline, update)
        }
        return result
    }

    /// Runs `update` when no other command uses the wallet. Throws `WALLET_BUSY` after `deadline`.
    private func once(by deadline: HTTPDeadline, _ update: () async throws -> Update) async throws -> Update {
        while true {
            do { return try await update() } catch let error as JourneyError where error.code == .walletBusy {
                guard try await deadline.wait(.milliseconds(250)) else { throw error }
            }
        }
    }

    /// Returns the number of pushes to this device. With `count`, waits until there are more, or for `patience`.
    private func pushes(after count: Int64? = nil, within patience: Duration = .seconds(15)) async throws -> Int64 {
        guard
            let url = HTTPSURL(
                origin: service, path: "/standin/devices/\(device.pushToken)/pushes", query: count.map { "after=\($0)" }
            )
        else { throw PushInbox.invalid }
        do {
            let response = try await transport.send(
                HTTPRequest(url: url), options: HTTPOptions(timeout: min(patience, .seconds(30)), bodyLimit: 65_536))
            guard response.status == 200, let count = try? JSONReader.read(response.body)["count"]?.int64 else {
                throw PushInbox.invalid
            }
            return count
        } catch let error as JourneyError where error.code == .netTimeout {
            guard let count else { throw error }
            return count
        }
    }

    private static let invalid = JourneyError(
        .walletWebService, "The response of the fake APNs is not a count of pushes.")
}
