import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyServer
import JourneyWire
import Synchronization
import TestSupport
import Testing

@testable import JourneyGateway

/// Confirms over real idle times: takes minutes, so it is run manually (`CONTRIBUTING.md`).
@Suite(
    "Issuers that close idle connections, in real time",
    .enabled(
        if: ProcessInfo.processInfo.environment["JOURNEY_IDLE_ISSUERS"] != nil && Python.isPresent,
        "it takes minutes: JOURNEY_IDLE_ISSUERS=1 runs it, with Python's packages installed"))
struct IdleIssuerTests {
    /// An issuer in its own process, whose server closes a connection `idle` seconds after its last answer.
    private struct Peer {
        let process: Process
        let port: Int
        let output: FileHandle
        let input: Pipe

        init(_ folder: String, idle: Int, end: String) throws {
            process = Process()
            process.executableURL = URL(fileURLWithPath: try #require(Python.interpreter))
            process.arguments = ["-c", IdleIssuerTests.script, folder, String(idle), end]
            let pipe = Pipe()
            process.standardOutput = pipe
            // Closing its input stops the process: signals may be blocked in a test's child processes.
            input = Pipe()
            process.standardInput = input
            output = pipe.fileHandleForReading
            try process.run()
            var line: [UInt8] = []
            while let byte = try output.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") { line.append(byte) }
            port = try #require(Int(String(decoding: line, as: UTF8.self)))
        }

        /// Stops it and returns the number of confirmations per challenge.
        func end() throws -> [Int] {
            try input.fileHandleForWriting.close()
            let text = String(decoding: try output.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            return text.split(separator: " ").compactMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        }
    }

    /// A TLS server on a free port that closes an idle connection with `fin` (including TLS close_notify) or `rst`.
    private static let script = """
        import asyncio, collections, json, socket, ssl, struct, sys
        folder, idle, end = sys.argv[1], float(sys.argv[2]), sys.argv[3]
        done = collections.Counter()
        async def serve(reader, writer):
            try:
                while True:
                    head = await asyncio.wait_for(reader.readuntil(b"\\r\\n\\r\\n"), idle)
                    fields = dict(l.lower().split(b": ", 1) for l in head.split(b"\\r\\n")[1:] if b": " in l)
                    body = json.loads(await reader.readexactly(int(fields[b"content-length"])))
                    done[body["challengeId"]] += 1
                    answer = b'{"cardAuthToken": "token-1"}'
                    writer.write(b"HTTP/1.1 200 OK\\r\\nContent-Length: %d\\r\\n\\r\\n%s" % (len(answer), answer))
                    await writer.drain()
            except asyncio.TimeoutError:
                if end == "rst":
                    raw = writer.get_extra_info("socket")
                    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    writer.transport.abort()
            except (asyncio.IncompleteReadError, ConnectionError):
                pass
            finally:
                writer.close()
        async def main():
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(folder + "/cert.pem", folder + "/key.pem")
            server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context, backlog=1024)
            print(server.sockets[0].getsockname()[1], flush=True)
            await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
            print(*done.values(), flush=True)
        asyncio.run(main())
        """

    @Test(
        "200 confirmations are all answered and none is done twice, however long connections were idle",
        arguments: [1, 5, 30], ["fin", "rst"])
    func confirmations(idle: Int, end: String) async throws {
        let scratch = try Scratch()
        defer { withExtendedLifetime(scratch) {} }
        let authority = try DevelopmentAuthority(
            notBefore: Date().addingTimeInterval(-60), notAfter: Date().addingTimeInterval(7_200))
        let identity = try authority.issue(
            names: ["issuer.localhost"], notBefore: Date().addingTimeInterval(-60),
            notAfter: Date().addingTimeInterval(7_200))
        _ = try scratch.write(identity.certificatePEM, "cert.pem")
        _ = try scratch.write(identity.keyPEM, "key.pem")
        let peer = try Peer(scratch.path, idle: idle, end: end)
        let account = try IssuerAccount(
            api: try #require(HTTPSURL("https://issuer.localhost:\(peer.port)/api/v1")),
            script: try #require(HTTPSURL("https://vault.example/client.min.js")), applicationID: "application-1",
            apiKey: Secret(copying: "key-1".utf8), apiSecret: Secret(copying: "secret-1".utf8),
            uiSecret: Secret(copying: "ui-1".utf8))
        let authorityPEM = authority.identity.certificatePEM
        // Twenty gateways in parallel, each with its own connections and ten confirmations. Half of them open a new connection
        // each time, the others reuse one within half of the issuer's idle time.
        let codes = try await withThrowingTaskGroup(of: [String].self) { group in
            for number in 0..<20 {
                group.addTask {
                    let client = IssuerClient(
                        account, over: CurlTransport(trust: TLSTrust(authorities: [authorityPEM])),
                        connectionIdleLimit: number.isMultiple(of: 2) ? .zero : .seconds(idle / 2),
                        dependencies: .system)
                    var codes: [String] = []
                    for index in 0..<10 {
                        let body: JSONValue = [
                            "userId": "user-1", "challengeId": .string("c-\(number)-\(index)"),
                            "verificationCode": "123456",
                        ]
                        do throws(CardRefusal) {
                            _ = try await client.ask(
                                .confirm, body, for: CardUser(partner: "partner", id: "user-1"),
                                by: HTTPDeadline(after: .seconds(20), clock: ContinuousClock()))
                            codes.append("200")
                        } catch { codes.append(error.code.name) }
                        // From just before to just after the issuer closes the connection.
                        let offset = [-30, -5, 0, 5, 30, 200][(number + index) % 6]
                        try await Task.sleep(for: .seconds(idle) + .milliseconds(offset))
                    }
                    return codes
                }
            }
            return try await group.reduce(into: [String]()) { $0 += $1 }
        }
        let done = try peer.end()
        print(
            "idle \(idle) s, \(end): \(codes.count { $0 == "200" }) of \(codes.count) answered, \(done.count) done, most \(done.max() ?? 0)"
        )
        #expect(codes == [String](repeating: "200", count: 200))
        #expect(done == [Int](repeating: 1, count: 200))
    }
}
