#if canImport(UIKit)
public import SwiftUI
internal import UIKit

extension View {
    /// Lets the person add the pass of `tagId` to their wallet as soon as there is one; it becomes `nil` when that is over and before
    /// `ended` is told how. Taking the view away, and setting `tagId` to `nil` earlier, close the sheet.
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

    func body(content: Content) -> some View {
        content
            .background { PassAnchor(anchor: run.anchor) }
            .onChange(of: tagId.wrappedValue, initial: true) { begin() }
    }

    private func begin() {
        run.cancel()
        guard let tag = tagId.wrappedValue else { return }
        // Nothing of this view's state goes along: the run ends with the view.
        let (binding, kind, wallet, anchor, ended) = (tagId, idAttribute, wallet, run.anchor, ended)
        run.begin {
            let result: Result<ProvisioningOutcome, ProvisioningError>
            do throws(ProvisioningError) {
                result = .success(
                    try await wallet.provisionPass(tagId: tag, idAttribute: kind, on: PassKitWallet(over: anchor)))
            } catch { result = .failure(error) }
            // Another one may have been asked for meanwhile.
            if binding.wrappedValue == tag { binding.wrappedValue = nil }
            ended(result)
        }
    }
}

/// One view's provisioning under way, which ends with the view.
@MainActor
final class PassRun {
    let anchor = UIViewController()
    private var task: Task<Void, Never>?

    deinit { task?.cancel() }

    /// Begins when the one before is over: the SDK does one at a time.
    func begin(_ work: @escaping @MainActor () async -> Void) {
        let before = task
        task = Task {
            await before?.value
            await work()
        }
    }

    func cancel() { task?.cancel() }
}

/// Over which Apple's sheet is shown.
struct PassAnchor: UIViewControllerRepresentable {
    let anchor: UIViewController

    func makeUIViewController(context _: Context) -> UIViewController { anchor }
    func updateUIViewController(_: UIViewController, context _: Context) {}
}
#endif
