#if canImport(UIKit)
internal import JourneyBase
public import SwiftUI
internal import UIKit

extension View {
    /// Lets the person add the pass of `tagId` to their wallet as soon as there is one; it becomes `nil` when that is over and
    /// before `ended` is told how, which may ask for the next one. Taking the view away, and setting `tagId` to `nil` earlier,
    /// close the sheet.
    ///
    /// ```swift
    /// Button("Add to wallet") { tag = "TICKET-001" }
    ///     .addPass($tag) { result in … }
    /// ```
    public func addPass(
        _ tagId: Binding<String?>, idAttribute: TagIdAttribute = .referenceId, wallet: ProntoWallet = .shared,
        ended: @escaping @MainActor (Result<ProvisioningOutcome, ProvisioningError>) -> Void
    ) -> some View {
        modifier(PassModifier(tagId: tagId, idAttribute: idAttribute, wallet: wallet, ended: ended))
    }
}

struct PassModifier: ViewModifier {
    let tagId: Binding<String?>
    let idAttribute: TagIdAttribute
    let wallet: ProntoWallet
    let ended: @MainActor (Result<ProvisioningOutcome, ProvisioningError>) -> Void
    @State private var run = PassRun()
    /// Counts runs, so that one which `ended` asks for is told from the one before.
    @State private var round = 0

    private struct PresentedRequest: Equatable {
        let round: Int
        let tag: String?
    }

    func body(content: Content) -> some View {
        content
            .background { PassAnchor(anchor: run.anchor) }
            .onChange(of: PresentedRequest(round: round, tag: tagId.wrappedValue), initial: true) { begin() }
    }

    private func begin() {
        // Of another pass, where one is under way: the SDK does one at a time.
        run.runs.cancel()
        guard let tag = tagId.wrappedValue else { return }
        // Values and bindings, not this modifier: it keeps `run`, whose end, with the view, is to end what runs.
        let (binding, round, kind, wallet) = (tagId, $round, idAttribute, wallet)
        let (anchor, ended) = (run.anchor, ended)
        run.runs.begin { hasEnded in
            let result: Result<ProvisioningOutcome, ProvisioningError>
            do throws(ProvisioningError) {
                result = .success(
                    try await wallet.provisionPass(tagId: tag, idAttribute: kind, on: PassKitWallet(over: anchor)))
            } catch { result = .failure(error) }
            if hasEnded() {
                // Another one may have been asked for in this very moment: the next round begins it.
                if binding.wrappedValue == tag { binding.wrappedValue = nil }
                round.wrappedValue += 1
            }
            ended(result)
        }
    }
}

/// One view's provisioning, which ends with the view, and over what Apple's sheet is presented.
@MainActor
final class PassRun {
    let anchor = UIViewController()
    let runs = ViewRunQueue()
}

/// Over which Apple's sheet is shown.
struct PassAnchor: UIViewControllerRepresentable {
    let anchor: UIViewController

    func makeUIViewController(context _: Context) -> UIViewController { anchor }
    func updateUIViewController(_: UIViewController, context _: Context) {}
}
#endif
