// A host can make every value that a public function takes from it: an initialiser that is the package's alone would leave only
// `nil` or an empty list.
import HSBCPartnerSDK

func reporters(
    posting url: HTTPSURL, through transport: any HTTPTransport, outside policy: PinPolicy
) throws -> [PinReporter] {
    [
        PinReporter { report in _ = (report.host, report.reason == .expired, report.seen, report.expires, report.json)
        },
        try PinReporter.posting(to: url, through: transport, outside: policy),
    ]
}

nonisolated func send(_ request: HTTPRequest, over transport: any HTTPTransport) async throws -> HTTPResponse {
    try await transport.send(
        request, options: HTTPOptions(), retry: HTTPRetry(tries: 2),
        by: HTTPDeadline(after: .seconds(5), clock: ContinuousClock()),
        random: { _ in [] })
}
