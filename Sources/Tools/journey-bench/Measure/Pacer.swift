import JourneyBase
import JourneyDevice

/// Requests at a steady rate, whatever became of those before: who is late stays late, and is measured so.
struct Pacer {
    let client: CurlTransport
    /// In a second.
    let rate: Double

    /// Sends `count` requests, each made just before its time, and gives what each took, in nanoseconds from the moment at
    /// which it was to go out. All have to be answered with 200.
    func run(_ count: Int, _ request: (Int) throws -> HTTPRequest) async throws -> [Double] {
        // As a gateway's: over a connection that was kept.
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
                    try expect(response.status == 200, "A request was refused: \(response.status).")
                    return Double((clock.now - due) / .nanoseconds(1))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// What one in a hundred exceeds.
    static func late(_ times: [Double]) -> Double {
        let sorted = times.sorted()
        return sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
    }
}
