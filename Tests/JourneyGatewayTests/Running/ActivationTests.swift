import Foundation
import JourneyBase
import JourneyHarness
import Testing

@testable import JourneyGateway

@Suite(
    "Socket activation of a gateway",
    .enabled(
        if: Tool.path(of: "systemd-socket-activate") != nil && Tool.path(of: "curl") != nil,
        "it needs systemd-socket-activate, of Debian's systemd, and curl"),
    .timeLimit(.minutes(5)))
struct ActivationTests {
    /// Starts the gateway as systemd does: at the first connection to a socket with that name.
    private func activated(_ folder: GatewayFolder, as name: String) throws -> (child: ChildProcess, socket: String) {
        let program = Tool.ownFolder + "/journey-gateway"
        try #require(FileManager.default.isExecutableFile(atPath: program), "journey-gateway is not built")
        var configuration = GatewayFolder.configuration.object ?? [:]
        configuration["listen"] = ["names": ["gateway.localhost"], "publicPort": 443]
        configuration["server"] = ["listeners": [["activation": "gateway.socket"]]]
        try folder.write("gateway.json", JSONValue.object(configuration).compactBytes)
        try folder.write("authority.pem", Array(folder.authorityPEM.utf8))
        let socket = folder.path + "/http.sock"
        let child = try ChildProcess(
            "systemd-socket-activate",
            [
                "--listen=\(socket)", "--fdname=\(name)", program, "--config", folder.file, "--with-parent", "--json",
            ], log: folder.path + "/process.log")
        return (child, socket)
    }

    /// Returns curl's result once the socket exists.
    private func ask(_ socket: String, _ folder: GatewayFolder) async -> (status: Int32, output: String) {
        let wait = "for i in $(seq 600); do [ -S '\(socket)' ] && break; sleep 0.05; done"
        _ = await Tool.run("sh", ["-c", wait])
        return await Tool.run(
            "curl",
            [
                "--silent", "--max-time", "60", "--cacert", folder.path + "/authority.pem", "--unix-socket", socket,
                "https://gateway.localhost/health",
            ])
    }

    @Test("systemd's socket is matched by name, and the activating connection is answered")
    func activation() async throws {
        try await GatewayFolder.visit { folder in
            let (child, socket) = try activated(folder, as: "gateway.socket")
            let (status, output) = await ask(socket, folder)
            #expect(status == 0 && output == #"{"status":"live"}"#, "\(output)")
            child.closeInput()
            #expect(await child.wait() == 0)
        }
    }

    @Test("a socket that no listener names is refused at start with its name")
    func unknown() async throws {
        try await GatewayFolder.visit { folder in
            let (child, socket) = try activated(folder, as: "other.socket")
            _ = await ask(socket, folder)
            #expect(await child.wait() != 0)
            var output = ""
            for await line in child.lines { output += line }
            #expect(output.contains("gateway.socket") || output.contains("other.socket"), "\(output)")
        }
    }
}
