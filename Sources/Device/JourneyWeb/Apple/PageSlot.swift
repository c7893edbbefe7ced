#if canImport(UIKit)
public import Observation
public import SwiftUI
internal import UIKit
internal import WebKit

/// A place for a page among SwiftUI's views: filled while a container shows its page on it, else empty.
@MainActor @Observable
public final class PageSlot {
    var page: WKWebView?

    public init() {}

    /// Whether a page stands in it.
    public var isFilled: Bool { page != nil }

    /// The stage for the container whose page belongs here. It has no button to close the page: whoever shows the slot has.
    public var stage: PagePresenter {
        PagePresenter(show: { [weak self] view, _ in self?.page = view }, hide: { [weak self] in self?.page = nil })
    }
}

/// Draws what stands in a slot.
public struct PageSlotView: View {
    private let slot: PageSlot

    public init(_ slot: PageSlot) { self.slot = slot }

    public var body: some View {
        ZStack {
            if let page = slot.page { PageHolder(page: page) }
        }
    }
}

/// Puts an engine's view into SwiftUI's.
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
