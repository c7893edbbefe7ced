import Foundation
import JourneyBase
import JourneyCLI

/// The command-line program `journey-bench`.
enum BenchCommand {
    private static let cases: [(name: String, run: @Sendable (Workbench) async throws -> [Measurement])] = [
        ("primitives", SpeedCase.figures), ("calls", PrimitivePairs.speeds),
        ("allocations", PrimitivePairs.allocations),
        ("manifest", ManifestCase.figures), ("load", LoadCase.figures), ("guard", GuardCase.figures),
        ("expression", ExpressionCase.figures),
        ("expression-memory", ExpressionMemoryCase.figures),
        ("machine", MachineCase.figures),
        ("bridge", BridgeCase.figures), ("screen", ScreenCase.figures), ("handshake", HandshakeCase.figures),
        ("start", StartCase.figures),
        ("attestation", AttestationCase.figures), ("pinning", PinningCase.figures), ("memory", MemoryCase.figures),
        ("client", ClientCase.figures),
        ("server", ServerCase.figures), ("server-allocations", ServerAllocationCase.figures),
        ("card-proxy", CardProxyCase.figures),
        ("issuer-data", IssuerDataCase.figures), ("pass-build", PassBuildCase.figures),
        ("json", JSONCase.figures), ("cbor", CBORCase.figures),
        ("documents", DocumentCase.figures), ("document-memory", DocumentMemoryCase.figures),
        ("credential", CredentialCase.figures),
        ("certificates", CertificateCase.figures),
        ("jose", JOSECase.figures),
        ("sqlite", SQLiteCase.figures), ("postgresql", PostgreSQLCase.figures),
    ]

    static let root = Command(
        "journey-bench",
        summary: "measures this package against reference implementations (floors), alternating in one run",
        discussion: [
            "Prints medians over all pairs, and the median of the pairs' ratios. Times depend on the machine and its load;"
                + " ratios depend on them much less. Build with -c release."
        ],
        options: [
            Option(.pairs, value: .integer(1...10_000), help: "The number of sample pairs", defaultText: "31"),
            Option(.only, value: .choice(cases.map(\.name)), help: "Run only this case", isRepeated: true),
            Option(.out, value: .file, help: "The output file for JSON", defaultText: ".journey/bench.json"),
            Option(
                .serve, value: .choice(PassesUnderLoad.Store.allCases.map(\.rawValue)),
                help: "Serve passes for another process's benchmark until standard input ends"),
        ], run: run)

    @Sendable private static func run(_ invocation: Invocation) async throws -> CommandStatus {
        let pairs = invocation.integer(.pairs) ?? 31
        let bench = try Workbench(pairs: pairs)
        if let store = invocation.value(.serve).flatMap(PassesUnderLoad.Store.init) {
            try await PassesUnderLoad.serve(store, bench)
            return .done
        }
        let only = invocation.values(.only)
        var figures: [Measurement] = []
        for (name, run) in cases where only.isEmpty || only.contains(name) {
            invocation.terminal.talk("Measuring: \(name)")
            figures += try await run(bench)
        }
        let json: JSONValue = [
            "pairs": .number(JSONNumber(pairs)), "figures": .array(figures.map(\.json)), "build": .string(build),
        ]
        try save(json, to: invocation.value(.out) ?? ".journey/bench.json")
        invocation.terminal.print(json, or: Table.text(figures, style: invocation.terminal.style))
        return .done
    }

    private static func save(_ json: JSONValue, to path: String) throws {
        let url = URL(filePath: path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data((json.compactText + "\n").utf8).write(to: url)
    }

    private static var build: String {
        var isDebug = false
        // Evaluated in debug builds only.
        assert(
            {
                isDebug = true; return true
            }())
        return isDebug ? "debug" : "release"
    }
}
