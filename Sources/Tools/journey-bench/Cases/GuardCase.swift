import JourneyBase
import JourneyLanguage

/// Measures a guard of eight comparisons, all of which are evaluated, against the same expression in Swift.
enum GuardCase {
    static let comparisons = 8.0
    static let source = """
        payload.amount > 1000 && payload.currency == "EUR" && result.status != "HELD" && result.nameMatch == "match" \
        && steps.recipient.accepted == true && steps.amount.total <= 500000 && session.locale == "en-GB" \
        && payload.amount < 999999
        """

    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        let context = Context(
            payload: ["amount": 125_000, "currency": "EUR"], result: ["status": "ACCEPTED", "nameMatch": "match"],
            steps: ["recipient": ["accepted": true], "amount": ["total": 125_050]], session: ["locale": "en-GB"])
        let compiled = try Guard(compiling: source)
        return [
            try await bench.calculated(
                "guard, one comparison", floor: "the same written in Swift", units: comparisons, aim: .nanoseconds(100)
            ) {
                try expect(written(context), "The floor returned false.")
            } ours: {
                try expect(compiled.evaluate(in: context), "The guard returned false.")
            }
        ]
    }

    @inline(never)
    private static func written(_ context: Context) -> Bool {
        guard let amount = context.payload?["amount"]?.int64, let currency = context.payload?["currency"]?.string,
            let status = context.result?["status"]?.string, let match = context.result?["nameMatch"]?.string,
            let accepted = context.steps?["recipient"]?["accepted"]?.bool,
            let total = context.steps?["amount"]?["total"]?.int64, let locale = context.session?["locale"]?.string,
            let again = context.payload?["amount"]?.int64
        else { return false }
        return amount > 1_000 && currency == "EUR" && status != "HELD" && match == "match" && accepted
            && total <= 500_000 && locale == "en-GB" && again < 999_999
    }
}
