import Foundation
public import JourneyBase
import Synchronization

/// A user who approves the items whose identifiers pass, and closes every other screen.
public final class LicenceOwner: Presenter {
    public let language = Language.english
    private let isAllowed: @Sendable (String) -> Bool
    private let shown = Mutex<[Screen]>([])

    public init(allows isAllowed: @escaping @Sendable (String) -> Bool) { self.isAllowed = isAllowed }

    /// The screens that were shown, in order.
    public var screens: [Screen] { shown.withLock(\.self) }

    /// Returns the identifiers of the items that a screen asks to approve.
    public static func choices(of screen: Screen) -> [String] {
        guard case .consent(let consent)? = screen.field("items")?.kind else { return [] }
        return consent.items.map(\.id)
    }

    public func ask(_ screen: Screen) async -> ScreenAction {
        shown.withLock { $0.append(screen) }
        let allowed = Set(LicenceOwner.choices(of: screen).filter(isAllowed))
        let answer = ScreenAction(action: "allow", values: ["items": .chosen(allowed)])
        return (try? screen.check(answer, at: Date())) == nil ? ScreenAction(action: Screen.cancelled) : answer
    }

    public func show(_ screen: Screen) async { shown.withLock { $0.append(screen) } }
    public func dismiss() async {}
}
