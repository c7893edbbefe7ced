import Foundation
import JourneyBase
import JourneyHarness
import JourneySandbox
import JourneyServer
import JourneyTrace
import SandboxServices

extension DemoFlow {
    static let moneyTransfer = DemoFlow(
        name: "money-transfer",
        summary: "A customer sends money: pages, a biometric prompt, one transfer at the bank.",
        title: "A money transfer, from the first page to the bank's database",
        branches: [
            ScriptedScenario(
                name: "paid", summary: "The money is on its way.", outcome: "completed",
                script: SandboxJourneys.autopilot(for: "money-transfer"),
                examine: { timeline, database in
                    let records = try await Bank(.file(database)).records()
                    let reference = timeline.events.last { $0.name == "host" }?.attributes["payload"]?["reference"]?
                        .string
                    var checks = [
                        TraceHeader.Check("The bank's database has exactly one transfer.", holds: records.count == 1),
                        TraceHeader.Check(
                            "The app received the reference in the database.",
                            holds: reference != nil && records.first?.reference == reference),
                    ]
                    if let record = records.first {
                        let approved = signed(record.approval)
                        checks.append(
                            TraceHeader.Check(
                                "The bank has the customer's signature over this amount, payee and account.",
                                holds: approved?["amount"]?.int64 == record.amount
                                    && approved?["payeeName"]?.string == record.payee
                                    && approved?["payeeAccount"]?.string == record.account))
                        checks.append(
                            TraceHeader.Check(
                                "The accounts balance, and the customer paid the amount and the fee.",
                                holds: record.balance == 0 && record.debited == record.amount + record.fee))
                    }
                    return (checks, records.map(row))
                })
        ])

    /// Returns the content of an approval; the bank has verified its signature.
    private static func signed(_ approval: String) -> JSONValue? {
        let parts = approval.split(separator: ".")
        return parts.count == 3 ? Base64URL.decode(parts[1]).flatMap { try? JSONReader.read($0) } : nil
    }

    private static func row(_ record: Bank.Record) -> TraceHeader.Table {
        func money(_ minor: Int64) -> String {
            "\(record.currency) \(minor / 100).\(minor % 100 < 10 ? "0" : "")\(minor % 100)"
        }
        return TraceHeader.Table(
            title: "The row in the bank's database",
            cells: [
                ("reference", record.reference), ("status", record.status), ("payee", record.payee),
                ("account", record.account), ("amount", money(record.amount)), ("fee", money(record.fee)),
                ("debited from the customer", money(record.debited)), ("created", record.created),
            ])
    }
}
