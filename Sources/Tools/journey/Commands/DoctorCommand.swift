import JourneyBase
import JourneyCLI
import JourneyHarness

extension JourneyCommand {
    static let doctor: Command = Command(
        "doctor", summary: "checks this machine and suggests fixes",
        discussion: ["The status is 1 if a requirement is not met."], options: [Support.stateOption]
    ) { invocation in
        let findings = await Doctor.findings(stateFolder: Support.stateFolder(invocation))
        let column = findings.map(\.name.count).max() ?? 0
        let terminal = invocation.terminal
        terminal.print(
            ["findings": .array(findings.map(\.json))],
            or: findings.map { $0.text(style: terminal.style, column: column) }.joined(separator: "\n"))
        return findings.contains { $0.grade == .bad } ? .failed : .done
    }
}
