/// How often one user may ask, in ten minutes.
public struct CardRates: Hashable, Sendable {
    /// What is counted by itself.
    enum Kind: String, Sendable, CaseIterable { case confirm, resend, page, change, read }

    /// Seconds.
    static let window: Int64 = 600

    public var confirmations = 20
    public var resends = 10
    public var pages = 30
    /// Freezing, unfreezing and revoking.
    public var changes = 20
    /// Cards and their transactions.
    public var reads = 300

    public init() {}

    func most(_ kind: Kind) -> Int64 {
        switch kind {
        case .confirm: Int64(confirmations)
        case .resend: Int64(resends)
        case .page: Int64(pages)
        case .change: Int64(changes)
        case .read: Int64(reads)
        }
    }
}
