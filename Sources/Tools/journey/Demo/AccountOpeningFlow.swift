import JourneyBase
import JourneyHarness
import JourneySandbox
import JourneyServer
import JourneyTrace
import SandboxServices

extension DemoFlow {
    static let accountOpening = DemoFlow(
        name: "account-opening",
        summary: "A customer opens an account: product, details, a document, consent, a decision.",
        title: "Account opening, from the first page to the bank's database",
        branches: [
            branch("opened", "The account is opened immediately.", outcome: "completed", status: "OPENED"),
            branch(
                "hold", "The bank's compliance team has to review it first.", outcome: "pending",
                status: "COMPLIANCE_HOLD", script: "hold"),
            branch(
                "more-info", "The bank asks for the source of funds, and then opens the account.",
                outcome: "completed", status: "OPENED", script: "more-info"),
            branch(
                "resume", "The app is killed before the consent, and resumes there after a restart.",
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
                        TraceHeader.Check("The bank's database has one application.", holds: applications.count == 1),
                        TraceHeader.Check("Its status is \(status).", holds: application?.status == status),
                        TraceHeader.Check(
                            "The app received the reference in the database.",
                            holds: reference != nil && application?.reference == reference),
                        TraceHeader.Check(
                            isOpen ? "It has an account with a balance of zero." : "No account was opened.",
                            holds: isOpen ? application?.balance == 0 : application?.accountNumber == nil),
                        TraceHeader.Check(
                            "The bank has the document's picture, byte for byte as selected.",
                            holds: application?.documentIsWhole == true),
                        TraceHeader.Check(
                            "The bank rejected the first date of birth, with an error at the field.",
                            holds: timeline.events.contains { $0.attributes["name"] == "detailsRejected" }),
                    ], applications.map(row)
                )
            })
    }

    private static func row(_ record: Bank.ApplicationRecord) -> TraceHeader.Table {
        TraceHeader.Table(
            title: "The row in the bank's database",
            cells: [
                ("reference", record.reference), ("status", record.status), ("product", record.product),
                ("account", record.accountNumber ?? "none"), ("created", record.created),
            ])
    }
}
