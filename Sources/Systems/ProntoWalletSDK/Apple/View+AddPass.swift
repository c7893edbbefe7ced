#if canImport(UIKit)
internal import JourneyBase
public import SwiftUI
internal import UIKit

extension View {
    /// Lets the person add the pass of `tagId` to their wallet when `tagId` is not `nil`. Removing the view and setting `tagId`
    /// to `nil` close the sheet.
    ///
    /// ```swift
    /// Button("Add to wallet") { tag = "TICKET-001" }
    ///     .addPass($tag) { result in … }
    /// ```
    ///
    /// - Parameters:
    ///   - tagId: The tag's id; set to `nil` when provisioning has ended, before `ended` is called.
    ///   - idAttribute: The attribute that `tagId` contains.
    ///   - wallet: The SDK instance.
    ///   - ended: Receives the result, and may set `tagId` for the next pass.
    /// - Returns: The view with the sheet.
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
    /// The number of runs, which distinguishes a run that `ended` requests from the previous one.
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
        // Ends the run of another pass: the SDK adds one at a time.
        run.runs.cancel()
        guard let tag = tagId.wrappedValue else { return }
        // Captures values and bindings, not this modifier, which retains `run`: its deinit ends the run.
        let (binding, round, kind, wallet) = (tagId, $round, idAttribute, wallet)
        let (anchor, ended) = (run.anchor, ended)
        run.runs.begin { hasEnded in
            let result: Result<ProvisioningOutcome, ProvisioningError>
            do throws(ProvisioningError) {
                result = .success(
                    try await wallet.provisionPass(tagId: tag, idAttribute: kind, on: PassKitWallet(over: anchor)))
            } catch { result = .failure(error) }
            if hasEnded() {
                // Another pass may have been requested meanwhile: the next round begins it.
                if binding.wrappedValue == tag { binding.wrappedValue = nil }
                round.wrappedValue += 1
            }
            ended(result)
        }
    }
}

/// One view's provisioning, which ends with the view, and the view controller that presents Apple's sheet.
@MainActor
final class PassRun {
    let anchor = UIViewController()
    let runs = ViewRunQueue()
}

/// The view controller that presents Apple's sheet.
struct PassAnchor: UIViewControllerRepresentable {
    let anchor: UIViewController

    func makeUIViewController(context _: Context) -> UIViewController { anchor }
    func updateUIViewController(_: UIViewController, context _: Context) {}
}
#endif
