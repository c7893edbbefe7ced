import Foundation
import JourneyBase
import JourneyCrypto

#if os(Linux)
import Glibc

/// A bank whose records outlive the process that asks it.
struct DiskBank: HTTPService {
    let style: KeyStyle
    let directory: String
    /// Returns the answer to a question about a payment, by the number of the question.
    var answer: @Sendable (Int) -> HTTPResponse = { _ in HTTPResponse(status: 404) }

    /// Called when a payment arrives, before it is recorded.
    var onRequest: @Sendable () -> Void = {}

    func open() throws -> DiskBank {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        return self
    }

    private func lines(_ name: String) -> [String] {
        ((try? String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8)) ?? "").split(separator: "\n")
            .map(String.init)
    }

    private func add(_ line: String, to name: String) {
        let file = Glibc.open("\(directory)/\(name)", O_CREAT | O_WRONLY | O_APPEND, 0o600)
        _ = "\(line)\n".withCString { write(file, $0, strlen($0)) }
        close(file)
    }

    var requests: [String] { lines("requests") }
    /// The number of questions about a payment.
    var reads: Int { lines("reads").count }

    var payments: Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).count { $0.hasPrefix("paid-") }
    }

    func handle(_ request: HTTPRequest) async -> HTTPResponse {
        guard request.method == .post else {
            add(request.url.path, to: "reads")
            return answer(reads)
        }
        onRequest()
        add(KeyedBank.bytes(of: request).joined(separator: " | "), to: "requests")
        let key = style.key(of: request) ?? "unkeyed-\(requests.count)"
        let paid = Glibc.open(directory + "/paid-" + Hex.encode(Array(key.utf8)), O_CREAT | O_EXCL | O_WRONLY, 0o600)
        if paid >= 0 { close(paid) }
        return .json(["reference": "P-1"], status: paid >= 0 ? 201 : 200)
    }
}
#endif
