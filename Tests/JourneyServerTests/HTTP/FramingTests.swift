import Foundation
import JourneyBase
import JourneyCrypto
import JourneyHarness
import Synchronization
import Testing

@testable import JourneyServer

@Suite("Raw requests by class, over TLS", .timeLimit(.minutes(10)))
struct FramingTests {
    /// Returns the request's body.
    private static let repeater = ClosureService { HTTPResponse(status: 200, body: $0.body) }
    /// The request after a row, which shows whether the connection still works.
    private static let next = "GET /next HTTP/1.1\r\nHost: @\r\n\r\n"

    @Test("each request gets the standard's response once, and one log line", arguments: FramingCase.all)
    func server(row: FramingCase) async throws {
        let entries = Mutex<[Log.Entry]>([])
        let test = try await TestServer(Self.repeater, log: Log { entry in entries.withLock { $0.append(entry) } })
        let (port, authority) = (test.port, test.authorityPEM)
        let (isFollowed, faults) = try await blocking {
            let client = try RawClient(port: port, authority: authority, patience: 10)
            return try Self.play(row, client, host: "localhost:\(port)")
        }
        await test.server.stop()
        #expect(faults == [])
        var statuses = row.answers.compactMap { answer -> String? in
            switch answer {
            case .accepted: "200"
            case .refused(let status): "\(status)"
            case .unfinished: nil
            }
        }
        if isFollowed { statuses.append("200") }
        var logged = entries.withLock { $0.map { $0.fields[.status] } }
        // An unanswered request may have a line, without a status.
        if row.answers.last == .unfinished, logged.count > statuses.count {
            #expect(logged.removeLast().flatMap { Int($0) } ?? 0 < 100)
        }
        #expect(logged == statuses)
    }

    /// Sends a row and checks the answers. Returns whether another request was answered after it, and the problems.
    private static func play(
        _ row: FramingCase, _ client: RawClient, host: String
    ) throws -> (isFollowed: Bool, faults: [String]) {
        // A server that refuses need not read on.
        try? client.send(row.bytes(host: host))
        var isClosing = false
        var faults: [String] = []
        for wanted in row.answers {
            switch wanted {
            case .accepted(let body):
                let answer = try client.answer()
                isClosing = answer?.headers["connection"]?.lowercased() == "close"
                // The table has one byte in each scalar.
                if answer?.status != 200
                    || answer.map({ Array($0.body.utf8) }) != body.unicodeScalars.map({ UInt8($0.value) })
                {
                    faults.append("wanted \(wanted), got \(String(describing: answer))")
                }
            case .refused(let status):
                let answer = try client.answer()
                isClosing = true
                let problem = answer.flatMap { try? JSONReader.read(Array($0.body.utf8)) }
                if answer?.status != status || answer?.headers["content-type"] != "application/problem+json"
                    || problem?["status"] != .number(JSONNumber(status))
                {
                    faults.append("wanted \(wanted), got \(String(describing: answer))")
                }
            case .unfinished:
                client.finish()
                isClosing = true
            }
        }
        if isClosing {
            if try !client.isClosed() { faults.append("something follows") }
            return (false, faults)
        }
        try client.send(FramingCase(.pipelining, "", next, []).bytes(host: host))
        if try client.answer()?.status != 200 { faults.append("the next request is not answered") }
        if !client.buffered.isEmpty { faults.append("something follows") }
        return (true, faults)
    }

    /// An nginx that reads each body to forward it to a server behind it: itself.
    private static func nginx(_ identity: DevelopmentIdentity) throws -> PrivateNginx {
        let files = ["cert.pem": Array(identity.certificatePEM.utf8), "key.pem": Array(identity.keyPEM.utf8)]
        return try PrivateNginx(files: files, portCount: 2) { ports in
            """
            # As large as the default limits here.
            client_max_body_size 256k;
            large_client_header_buffers 4 32k;
            server {
                listen 127.0.0.1:\(ports[0]) ssl;
                ssl_certificate cert.pem;
                ssl_certificate_key key.pem;
                location / { proxy_pass http://127.0.0.1:\(ports[1]); }
            }
            server {
                listen 127.0.0.1:\(ports[1]);
                location / { return 200 good; }
            }
            """
        }
    }

    @Test(
        "nginx accepts every request that is accepted here",
        .enabled(if: PrivateNginx.isInstalled, "nginx is missing: `make test` installs nginx-light"))
    func comparison() async throws {
        let now = Date()
        let authority = try DevelopmentAuthority(
            notBefore: now.addingTimeInterval(-60), notAfter: now.addingTimeInterval(3_600))
        let leaf = try authority.issue(
            names: ["localhost"], notBefore: now.addingTimeInterval(-60), notAfter: now.addingTimeInterval(3_600))
        let nginx = try Self.nginx(leaf)
        let (port, authorityPEM) = (nginx.ports[0], authority.identity.certificatePEM)
        for row in FramingCase.all {
            let accepted = row.answers.prefix { if case .accepted = $0 { true } else { false } }.count
            guard accepted > 0 else { continue }
            let answers = try await blocking {
                let client = try RawClient(port: port, authority: authorityPEM, patience: 10)
                try? client.send(row.bytes(host: "localhost:\(port)"))
                var answers: [RawClient.Answer?] = []
                // nginx may close where we continue, such as after a connection option whose name contains "close". That is not a
                // refusal.
                while answers.count < accepted, answers.last??.headers["connection"] != "close" {
                    answers.append(try client.answer())
                }
                return answers
            }
            #expect(answers.allSatisfy { $0?.status == 200 }, "\(row): \(answers.map { $0?.status })")
        }
        withExtendedLifetime(nginx) {}
    }
}
