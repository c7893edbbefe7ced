#if canImport(UIKit)
public import Observation
public import SwiftUI
internal import UIKit
internal import WebKit

/// A slot for a page among SwiftUI views: filled while a container shows its page in it, else empty.
@MainActor @Observable
public final class PageSlot {
    var page: WKWebView?

    /// Creates an empty slot.
    public init() {}

    /// `true` while the slot has a page.
    public var isFilled: Bool { page != nil }

    /// A presenter that shows a container's page in this slot. It has no close button: the view around the slot provides one.
    public var stage: PagePresenter {
        PagePresenter(show: { [weak self] view, _ in self?.page = view }, hide: { [weak self] in self?.page = nil })
    }
}

/// A view that draws the page in a slot.
public struct PageSlotView: View {
    private let slot: PageSlot

    /// Creates a view of `slot`.
    public init(_ slot: PageSlot) { self.slot = slot }

    public var body: some View {
        ZStack {
            if let page = slot.page { PageHolder(page: page) }
        }
    }
}

/// Embeds an engine's view in SwiftUI.
struct PageHolder: UIViewControllerRepresentable {
    let page: WKWebView

    func makeUIViewController(context: Context) -> PageHolderController {
        let controller = PageHolderController()
        controller.hold(page)
        return controller
    }

    func updateUIViewController(_ controller: PageHolderController, context: Context) { controller.hold(page) }
}

final class PageHolderController: UIViewController {
    private var held: WKWebView?

    func hold(_ page: WKWebView) {
        guard held !== page else { return }
        held?.removeFromSuperview()
        held = page
        page.frame = view.bounds
        page.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(page)
    }
}
#endif
