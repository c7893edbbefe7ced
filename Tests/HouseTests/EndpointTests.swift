import Foundation
import Testing

/// Checks the promises of `CONTRIBUTING.md` about adding an endpoint to the gateway.
@Suite("Endpoints and their stores")
struct EndpointTests {
    private static let folder = "Service/JourneyGateway/"
    private static let services = [
        "ManifestService", "SessionService", "RemoteConfigurationService", "TelemetryService", "ProofService",
        "AttestationRoutes",
    ]

    private func words(_ line: some StringProtocol) -> [Substring] {
        Substring(line).split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    }

    /// Returns the number of lines that name `type` for each file of the services, except in its own folder.
    private func places(_ type: String, but own: String) throws -> [String: Int] {
        let files = try Tree.swiftFiles.get().filter {
            $0.folder == "Service" && !$0.path.hasPrefix(EndpointTests.folder + own)
        }
        let counts = files.map { file in
            (file.path, file.text.holds(type) ? file.text.code.count { words($0).contains(Substring(type)) } : 0)
        }
        return Dictionary(uniqueKeysWithValues: counts.filter { $0.1 > 0 })
    }

    @Test("telemetry needs two files, one line in the assembly and two in the stores")
    func telemetry() throws {
        #expect(
            try places("TelemetryService", but: "Telemetry/")
                == [EndpointTests.folder + "Assembly/GatewayAssembly.swift": 1])
        #expect(
            try places("TelemetryStore", but: "Telemetry/")
                == [EndpointTests.folder + "Assembly/GatewayStores.swift": 2])
        let own = try Tree.swiftFiles.get().filter { $0.path.hasPrefix(EndpointTests.folder + "Telemetry/") }
        for type in ["TelemetryService", "TelemetryStore"] {
            let declaring = own.filter { $0.text.holds("struct \(type):") }
            #expect(declaring.map(\.path) == [EndpointTests.folder + "Telemetry/\(type).swift"])
        }
        let page = try Tree.package.text("CONTRIBUTING.md")
        for name in [
            "Telemetry/TelemetryService", "Telemetry/TelemetryStore", "Assembly/GatewayStores",
            "Assembly/GatewayAssembly",
        ] {
            #expect(page.contains("`\(name).swift`"), "\(name)")
        }
    }

    @Test("only the assembly creates the gateway's services, and no fixture does")
    func together() throws {
        for service in EndpointTests.services {
            let made = try Tree.swiftFiles.get().filter { $0.text.holds("\(service)(") }
            #expect(made.map(\.path) == [EndpointTests.folder + "Assembly/GatewayAssembly.swift"], "\(service)")
        }
        for service in ["PassRoutes", "PassUpdateRoutes"] {
            let made = try Tree.swiftFiles.get().filter { $0.text.holds("\(service)(") }
            #expect(made.map(\.path) == [EndpointTests.folder + "Assembly/PassAssembly.swift"], "\(service)")
        }
        let tests = Tree.package.root.appendingPathComponent("Tests")
        for path in try FileManager.default.subpathsOfDirectory(atPath: tests.path) where path.hasSuffix(".swift") {
            let text = try String(contentsOf: tests.appendingPathComponent(path), encoding: .utf8)
            let made = EndpointTests.services.filter { text.contains(" \($0)(") }
            #expect(made.count <= 1, "\(path) makes \(made): take GatewayAssembly.")
        }
    }
}
