import JourneyCLI
import JourneyHarness

/// A flow that `journey demo` can run, with its branches.
struct DemoPlan: Sendable {
    struct Branch: Sendable {
        let name: String
        let summary: String
        let run: @Sendable (DemoSetting) async throws -> DemoRun.Ending
    }

    let name: String
    let summary: String
    let branches: [Branch]

    private init<Way: DemoScenario>(
        _ name: String, _ summary: String, _ ways: [Way],
        _ run: @escaping @Sendable (Way, DemoSetting) async throws -> DemoRun.Ending
    ) {
        self.name = name
        self.summary = summary
        branches = ways.map { way in Branch(name: way.name, summary: way.summary) { try await run(way, $0) } }
    }

    static let all =
        DemoFlow.all.map { flow in
            DemoPlan(flow.name, flow.summary, flow.branches) {
                try await DemoRun(flow: flow, branch: $0, setting: $1).run()
            }
        }
        + WalletFlow.all.map { flow in
            DemoPlan(flow.name, flow.summary, flow.branches) {
                try await WalletDemo(flow: flow, branch: $0, setting: $1).run()
            }
        } + [
            DemoPlan(CardDemo.name, CardDemo.summary, CardBranch.all) {
                try await CardDemo(branch: $0, setting: $1).run()
            },
            DemoPlan(PassDemo.name, PassDemo.summary, PassBranch.all) {
                try await PassDemo(branch: $0, setting: $1).run()
            },
            DemoPlan(SharingDemo.name, SharingDemo.summary, SharingDemo.branches) {
                try await SharingDemo(branch: $0, setting: $1).run()
            },
        ]
}

/// A branch of a flow.
protocol DemoScenario: Sendable {
    var name: String { get }
    var summary: String { get }
}

/// The command's options, common to all flows.
struct DemoSetting: Sendable {
    let folder: DemoFolder
    let stateFolder: String
    let terminal: JourneyCLI.Terminal
    /// The user's language, as a BCP 47 tag.
    let locale: String
    let showsWindow: Bool

    init(_ invocation: Invocation) throws {
        folder = try DemoFolder(Support.absolute(invocation.value(.output) ?? "demo-output"))
        stateFolder = Support.stateFolder(invocation)
        terminal = invocation.terminal
        locale = invocation.value(.locale) ?? "en-GB"
        showsWindow = invocation.has(.window)
    }

    /// Runs `body`, and waits until every process that it started has ended, whatever happens.
    static func leavingNoProcess(_ body: () async throws -> DemoRun.Ending) async throws -> DemoRun.Ending {
        Orphans.adopt()
        let ended = await result(body)
        await Orphans.seeOff()
        return try ended.get()
    }

    /// Runs `body` against a sandbox in its own process.
    func withSandbox(
        _ arguments: [String], _ body: (SandboxReadiness) async throws -> DemoRun.Ending
    ) async throws -> DemoRun.Ending {
        try await DemoSetting.leavingNoProcess {
            let sandbox = try await SandboxProcess.start(
                arguments + ["--state", stateFolder], log: folder.log("sandbox"))
            let ended = await DemoSetting.result { try await body(sandbox.readiness) }
            await sandbox.process.end()
            return try ended.get()
        }
    }

    /// Returns the result of `body`, so that cleanup can still be awaited after an error.
    static func result(
        _ body: () async throws -> DemoRun.Ending
    ) async -> Result<DemoRun.Ending, any Error> {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}
