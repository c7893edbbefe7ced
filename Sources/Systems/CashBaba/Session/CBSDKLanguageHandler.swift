internal import JourneyBase
internal import Synchronization

/// A delegate that receives changes of the language, on the main actor.
@MainActor
public protocol CBSDKLanguageDelegate: AnyObject, Sendable {
    /// Handles a change of the language to `en`, `bn` or `ar`.
    func languageDidChange(to languageCode: String)
}

/// The handler that switches the SDK's language, also during a presentation: the current screen is redrawn and keeps its input.
public final class CBSDKLanguageHandler: Sendable {
    private struct Listener: Sendable { weak let delegate: (any CBSDKLanguageDelegate)? }

    private let api: APIHandler
    private let listeners = Mutex<[Listener]>([])

    init(api: APIHandler) { self.api = api }

    /// The language code. `bn` and its regions are Bengali, `ar` and its regions Arabic; anything else is English.
    public var languageCode: String {
        get { api.config.languageCode }
        set { api.configure { $0.languageCode = newValue } }
    }

    /// Notifies `delegate` of later changes.
    ///
    /// - Parameter delegate: The delegate. It is held weakly.
    public func add(_ delegate: any CBSDKLanguageDelegate) {
        listeners.withLock { listeners in
            listeners.removeAll { $0.delegate == nil || $0.delegate === delegate }
            listeners.append(Listener(delegate: delegate))
        }
    }

    public func remove(_ delegate: any CBSDKLanguageDelegate) {
        listeners.withLock { $0.removeAll { $0.delegate == nil || $0.delegate === delegate } }
    }

    func notify(_ language: Language) {
        let delegates = listeners.withLock { $0.compactMap(\.delegate) }
        guard !delegates.isEmpty else { return }
        Task { @MainActor in for delegate in delegates { delegate.languageDidChange(to: language.tag) } }
    }
}
