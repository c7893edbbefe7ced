import JourneyBase
import JourneyHarness
import JourneySandbox
import JourneyServer
import SandboxServices

extension DemoFlow {
    static let accountOpening = DemoFlow(
        name: "account-opening",
        summary: "Somebody opens an account: choice, details, a document, consent, a decision.",
        title: "An account, from the first page to the bank's books",
        branches: [
            branch("opened", "The account is open at once.", outcome: "completed", status: "OPENED"),
            branch(
                "hold", "The bank's compliance people have to look first.", outcome: "pending",
                status: "COMPLIANCE_HOLD", script: "hold"),
            branch(
                "more-info", "The bank asks where the money comes from, and then opens the account.",
                outcome: "completed", status: "OPENED", script: "more-info"),
            branch(
                "resume", "The app is killed before the consent, and goes on there when it is started again.",
                outcome: "completed", status: "OPENED", killedAt: "consent"),
        ])

    private static func branch(
        _ name: String, _ summary: String, outcome: String, status: String, script: String? = nil,
        killedAt: String? = nil
    ) -> ScriptedScenario {
        ScriptedScenario(
            name: name, summary: summary, outcome: outcome,
            script: SandboxJourneys.autopilot(for: "account-opening", branch: script), killedAt: killedAt,
            examine: { timeline, database in
                let applications = try await Bank(.file(database)).applicationRecords()
                let application = applications.first
                let isOpen = status == "OPENED"
                let reference = timeline.events.last { $0.name == "host" }?.attributes["payload"]?["reference"]?.string
                return (
                    [
                        Report.Check("One application stands in the bank's books.", holds: applications.count == 1),
                        Report.Check("It stands as \(status).", holds: application?.status == status),
                        Report.Check(
                            "The reference that the app got is the one in the books.",
                            holds: reference != nil && application?.reference == reference),
                        Report.Check(
                            isOpen ? "It has an account, which starts with nothing." : "No account was opened.",
                            holds: isOpen ? application?.balance == 0 : application?.accountNumber == nil),
                        Report.Check(
                            "The bank has the picture of the document, byte for byte as it was chosen.",
                            holds: application?.documentIsWhole == true),
                        Report.Check(
                            "The bank did not accept the first date of birth, and said so in the field.",
                            holds: timeline.events.contains { $0.attributes["name"] == "detailsRejected" }),
                    ], applications.map(row)
                )
            })
    }

    private static func row(_ record: Bank.ApplicationRecord) -> Report.Row {
        Report.Row(
            title: "The row in the bank's database",
            cells: [
                ("reference", record.reference), ("status", record.status), ("product", record.product),
                ("account", record.accountNumber ?? "none"), ("created", record.created),
            ])
    }
}
