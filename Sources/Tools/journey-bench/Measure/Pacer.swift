import JourneyBase
import JourneyDevice

/// Sends requests at a steady rate, regardless of earlier responses, so that delays are measured in full.
struct Pacer {
    let client: CurlTransport
    /// The number of requests per second.
    let rate: Double

    /// Sends `count` requests, each created just before its time, and returns their latencies in nanoseconds from their scheduled
    /// time. All must be answered with 200.
    func run(_ count: Int, _ request: (Int) throws -> HTTPRequest) async throws -> [Double] {
        // The same options as a gateway's, which uses kept connections.
        let options = HTTPOptions(isRepeatable: true)
        let clock = ContinuousClock()
        let start = clock.now
        return try await withThrowingTaskGroup(of: Double.self) { group in
            for index in 0..<count {
                let request = try request(index)
                let due = start + .nanoseconds(Int64(Double(index) * 1e9 / rate))
                try await clock.sleep(until: due, tolerance: .zero)
                group.addTask { [client] in
                    let response = try await client.send(request, options: options)
                    try expect(response.status == 200, "A request was answered with status \(response.status).")
                    return Double((clock.now - due) / .nanoseconds(1))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Returns the 99th percentile.
    static func late(_ times: [Double]) -> Double {
        let sorted = times.sorted()
        return sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
    }
}
