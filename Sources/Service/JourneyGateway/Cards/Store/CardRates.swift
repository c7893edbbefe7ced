/// Rate limits per user: the maximum number of requests in ten minutes.
public struct CardRates: Hashable, Sendable {
    /// The separately counted kinds of requests.
    enum Kind: String, Sendable, CaseIterable { case confirm, resend, revoke, page, change, read }

    /// The length of the window, in seconds.
    static let window: Int64 = 600

    public var confirmations = 20
    public var resends = 10
    public var pages = 30
    /// Freezing and unfreezing a card.
    public var changes = 20
    /// Reading cards and transactions.
    public var reads = 300

    public init() {}

    func most(_ kind: Kind) -> Int64 {
        switch kind {
        case .confirm: Int64(confirmations)
        case .resend: Int64(resends)
        // Twice the confirmations: a user who may get tokens may always revoke them, whatever else was requested.
        case .revoke: Int64(min(confirmations, .max / 2)) * 2
        case .page: Int64(pages)
        case .change: Int64(changes)
        case .read: Int64(reads)
        }
    }
}
