/// How often one user may ask, in ten minutes.
public struct CardRates: Hashable, Sendable {
    /// What is counted by itself.
    enum Kind: String, Sendable, CaseIterable { case confirm, resend, revoke, page, change, read }

    /// Seconds.
    static let window: Int64 = 600

    public var confirmations = 20
    public var resends = 10
    public var pages = 30
    /// Freezing and unfreezing.
    public var changes = 20
    /// Cards and their transactions.
    public var reads = 300

    public init() {}

    func most(_ kind: Kind) -> Int64 {
        switch kind {
        case .confirm: Int64(confirmations)
        case .resend: Int64(resends)
        // Who may get a token may take it back, and once more besides: nothing else that a person does stands in its way.
        case .revoke: Int64(min(confirmations, .max / 2)) * 2
        case .page: Int64(pages)
        case .change: Int64(changes)
        case .read: Int64(reads)
        }
    }
}
