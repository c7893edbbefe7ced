import Foundation
import JourneyBase
import JourneyHarness
import JourneySandbox
import JourneyServer
import SandboxServices

extension DemoFlow {
    static let moneyTransfer = DemoFlow(
        name: "money-transfer",
        summary: "A customer pays somebody: pages, a biometric prompt, one transfer at the bank.",
        title: "A money transfer, from the first page to the bank's books",
        branches: [
            ScriptedScenario(
                name: "paid", summary: "The money is on its way.", outcome: "completed",
                script: SandboxJourneys.autopilot(for: "money-transfer"),
                examine: { timeline, database in
                    let records = try await Bank(.file(database)).records()
                    let reference = timeline.events.last { $0.name == "host" }?.attributes["payload"]?["reference"]?
                        .string
                    var checks = [
                        Report.Check("The transfer stands once in the bank's books.", holds: records.count == 1),
                        Report.Check(
                            "The reference that the app got is the one in the books.",
                            holds: reference != nil && records.first?.reference == reference),
                    ]
                    if let record = records.first {
                        let approved = signed(record.approval)
                        checks.append(
                            Report.Check(
                                "The bank has a signature of the customer's over this very amount, payee and account.",
                                holds: approved?["amount"]?.int64 == record.amount
                                    && approved?["payeeName"]?.string == record.payee
                                    && approved?["payeeAccount"]?.string == record.account))
                        checks.append(
                            Report.Check(
                                "The books balance, and the customer paid the amount and the fee.",
                                holds: record.balance == 0 && record.debited == record.amount + record.fee))
                    }
                    return (checks, records.map(row))
                })
        ])

    /// What an approval says; the bank has checked who says so.
    private static func signed(_ approval: String) -> JSONValue? {
        let parts = approval.split(separator: ".")
        return parts.count == 3 ? Base64URL.decode(parts[1]).flatMap { try? JSONReader.read($0) } : nil
    }

    private static func row(_ record: Bank.Record) -> Report.Row {
        func money(_ minor: Int64) -> String {
            "\(record.currency) \(minor / 100).\(minor % 100 < 10 ? "0" : "")\(minor % 100)"
        }
        return Report.Row(
            title: "The row in the bank's database",
            cells: [
                ("reference", record.reference), ("status", record.status), ("payee", record.payee),
                ("account", record.account), ("amount", money(record.amount)), ("fee", money(record.fee)),
                ("debited from the customer", money(record.debited)), ("created", record.created),
            ])
    }
}
