import Foundation
import Glibc
import JourneyBase
import JourneyDevice
import JourneyHarness

/// Measures requests for binding data of passes under load, including TLS and database, against the machine's own RSA-2048
/// signatures. The server, with its database, runs on one processor, the load generator on another.
enum IssuerDataCase {
    private static let (ours, theirs) = (0, 1)
    private static let floor = "openssl speed rsa2048, sign"

    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        try expect(
            ProcessInfo.processInfo.processorCount > 1,
            "At least two processors are required: one for the server and one for the load.")
        // This process stays off the server's processor.
        await pin(getpid(), to: "\(theirs)")
        defer { Task { await pin(getpid(), to: "0-\(ProcessInfo.processInfo.processorCount - 1)") } }
        var figures = try await figures(bench, .passesSQLite, "SQLite", least: 0.70)
        if PrivatePostgreSQL.isInstalled {
            figures += try await self.figures(bench, .passesPostgreSQL, "PostgreSQL", least: 0.55)
        }
        return figures
    }

    private static func figures(
        _ bench: Workbench, _ store: PassesUnderLoad.Store, _ name: String, least: Double
    ) async throws -> [Measurement] {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let child = try ChildProcess("taskset", ["-c", "\(ours)", program, "--serve", store.rawValue])
        var address: PassesUnderLoad.Address?
        for await line in child.lines {
            address = try? JSONDecoder().decode(PassesUnderLoad.Address.self, from: Data(line.utf8))
            if address != nil { break }
        }
        guard let address else { throw BenchError(what: "The pass service printed no address.") }
        let load = ScriptedLoad(
            path: PassesUnderLoad.path,
            headers: [
                "Content-Type": "application/json",
                "Authorization": "Basic " + Data("\(address.token):".utf8).base64EncodedString(),
            ], body: "'{\"tag_id\":\"T-' .. (n % \(PassesUnderLoad.tags) + 1) .. '\"}'", connections: 32,
            processor: theirs)
        let (wall, work) = try await samples(load, address, child.id, max(3, min(bench.sampler.pairs, 7)))
        let rate = 0.8e9 / Sampler.median(wall.ours)
        let late = try await late(address, rate: rate, turns: 3)
        child.closeInput()
        _ = await child.wait()
        var tail = Measurement("issuer data over \(name), 99th percentile at 80 % of that", late)
        tail.aim = .nanoseconds(20e6)
        return [
            Measurement("issuer data over \(name), TLS, one processor", floor: floor, wall, aim: .ratio(1 / least)),
            Measurement("issuer data over \(name), the server's own processor time", floor: floor, work), tail,
        ]
    }

    /// Returns the wall-clock time of a request and the server's processor time for it, in nanoseconds, alternating with the
    /// floor.
    private static func samples(
        _ load: ScriptedLoad, _ address: PassesUnderLoad.Address, _ server: pid_t, _ turns: Int
    ) async throws -> (wall: Sampler.Samples, work: Sampler.Samples) {
        _ = try await load.run(port: address.port)
        let samples = try await Sampler.alternate(0..<turns) { isFloor, _ in
            if isFloor {
                var speed = OpenSSLSpeed.key("rsa2048")
                let work = try await speed.measure(1)[0]
                speed.processor = ours
                return [try await speed.measure(1)[0], work]
            }
            let before = try ProcessTime(of: server).nanoseconds()
            let (count, seconds) = try await load.run(port: address.port)
            return [seconds * 1e9 / count, (try ProcessTime(of: server).nanoseconds() - before) / count]
        }
        return (samples[0], samples[1])
    }

    /// Returns the 99th percentile of latency at a steady rate, for turns of two seconds each.
    private static func late(_ address: PassesUnderLoad.Address, rate: Double, turns: Int) async throws -> [Double] {
        let client = CurlTransport(trust: TLSTrust(authorities: [address.authorityPEM]))
        let pacer = Pacer(client: client, rate: rate)
        let url = try Workbench.url(address.port, PassesUnderLoad.path)
        let headers: HTTPFields = [
            "Content-Type": "application/json",
            "Authorization": "Basic " + Data("\(address.token):".utf8).base64EncodedString(),
        ]
        func request(_ number: Int) -> HTTPRequest {
            HTTPRequest(
                method: .post, url: url, headers: headers,
                body: Array(#"{"tag_id":"T-\#(number % PassesUnderLoad.tags + 1)"}"#.utf8))
        }
        _ = try await pacer.run(Int(rate / 2)) { request($0) }
        var late: [Double] = []
        for _ in 0..<turns { late.append(Pacer.late(try await pacer.run(Int(rate * 2)) { request($0) })) }
        return late
    }

    private static func pin(_ process: pid_t, to processors: String) async {
        _ = await Tool.run("taskset", ["-a", "-p", "-c", processors, "\(process)"])
    }
}
