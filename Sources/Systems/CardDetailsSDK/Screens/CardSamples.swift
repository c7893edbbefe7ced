internal import Foundation
package import JourneyBase

/// Screens that no run in a sandbox reaches, for pictures: its issuer has no payments.
package enum CardSamples {
    /// Returns the screens in `language`: the card's home with its last payments, a page of all payments, and a payment of each
    /// status.
    package static func screens(_ language: Language, home: Screen) -> [Screen] {
        let screens = CardScreens(language: language)
        guard let page = try? TransactionPage(payments) else { return [] }
        var shown = home
        shown.body += screens.list(page.transactions)
        return [shown, screens.history(page, number: 1)] + page.transactions.map(screens.details)
    }

    /// Returns the wait for the end of a viewing in `language`, which a run shows only where it takes long.
    package static func hiding(_ language: Language) -> Screen { CardScreens(language: language).waiting(.closingCard) }

    private static let payments: JSONValue = [
        "transactions": [
            payment("t-3", "2027-01-14T09:12:00Z", "Corner Shop", "12.50", "debit", "pending"),
            payment("t-2", "2027-01-12T17:40:00Z", "Harbour Rail", "48.00", "debit", "declined"),
            payment("t-1", "2027-01-02T11:05:00Z", "Corner Shop", "6.20", "credit", "completed"),
        ]
    ]

    private static func payment(
        _ id: String, _ date: String, _ merchant: String, _ amount: String, _ direction: String, _ status: String
    ) -> JSONValue {
        [
            "id": .string(id), "date": .string(date), "merchant": .string(merchant), "amount": .string(amount),
            "currency": "EUR", "direction": .string(direction), "status": .string(status),
        ]
    }
}
