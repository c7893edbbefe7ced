#if canImport(UIKit)
public import JourneyBase
internal import JourneyScreens
public import SwiftUI

extension View {
    /// Presents the wallet over this view as soon as `args` is set.
    ///
    /// `args` becomes `nil` when the presentation is over, before one of the three callbacks is called. Setting it to `nil`
    /// earlier, or removing the view, closes the presentation as if the user had left it.
    ///
    /// ```swift
    /// Button("Pay") { args = NavigationArgs(type: .PAYMENT, …) }
    ///     .cashBaba($args, onSuccess: { result in … }, onFailed: { failure in … }, onUserCancel: { … })
    /// ```
    ///
    /// Pictures for a face check come from `faces`. Without it, they come from the files at `dataStorage.smileFacePath` and
    /// `blinkFacePath` if the host has set one of them, else from the device's camera.
    ///
    /// - Parameters:
    ///   - args: The flow to present; `nil` while there is none.
    ///   - theme: The colours and fonts of the screens.
    ///   - faces: The source of pictures for a face check.
    ///   - sdk: The SDK that makes the calls.
    ///   - onSuccess: Called when the flow has succeeded. Replaces the one of `setCallbacks`.
    ///   - onFailed: Called when the flow has failed. Replaces the one of `setCallbacks`.
    ///   - onUserCancel: Called when the user has left the flow. Replaces the one of `setCallbacks`.
    /// - Returns: The view with the wallet in a full-screen cover.
    public func cashBaba(
        _ args: Binding<NavigationArgs?>, theme: Theme = .standard, faces: (any FaceCapture)? = nil,
        sdk: CashBabaSDK = .shared, onSuccess: CashBabaSDK.OnSuccess? = nil, onFailed: CashBabaSDK.OnFailed? = nil,
        onUserCancel: CashBabaSDK.OnUserCancel? = nil
    ) -> some View {
        modifier(
            WalletModifier(
                args: args, theme: theme, faces: faces, sdk: sdk, onSuccess: onSuccess, onFailed: onFailed,
                onUserCancel: onUserCancel))
    }
}

struct WalletModifier: ViewModifier {
    private let args: Binding<NavigationArgs?>
    private let faces: (any FaceCapture)?
    private let sdk: CashBabaSDK
    private let onSuccess: CashBabaSDK.OnSuccess?
    private let onFailed: CashBabaSDK.OnFailed?
    private let onUserCancel: CashBabaSDK.OnUserCancel?
    @State private var run: WalletRun
    /// The number of finished presentations. It tells a presentation that a callback starts from the one before it.
    @State private var round = 0

    init(
        args: Binding<NavigationArgs?>, theme: Theme, faces: (any FaceCapture)?, sdk: CashBabaSDK,
        onSuccess: CashBabaSDK.OnSuccess?, onFailed: CashBabaSDK.OnFailed?, onUserCancel: CashBabaSDK.OnUserCancel?
    ) {
        self.args = args
        self.faces = faces
        self.sdk = sdk
        self.onSuccess = onSuccess
        self.onFailed = onFailed
        self.onUserCancel = onUserCancel
        _run = State(initialValue: WalletRun(theme: theme))
    }

    private struct PresentedRequest: Equatable {
        let round: Int
        let isSet: Bool
    }

    func body(content: Content) -> some View {
        let cover = run.cover
        return
            content
            .fullScreenCover(isPresented: isUp(cover), onDismiss: { cover.wasDismissed() }) {
                WalletCoverView(cover: cover)
            }
            .onChange(of: PresentedRequest(round: round, isSet: args.wrappedValue != nil), initial: true) { present() }
    }

    /// The cover's visibility. Showing a screen sets it; ending the presentation, or a dismissal by SwiftUI, clears it.
    private func isUp(_ cover: WalletCoverPresenter) -> Binding<Bool> {
        Binding(get: { @MainActor in cover.isUp }, set: { @MainActor isUp in if !isUp { cover.wasTakenDown() } })
    }

    private func present() {
        guard let wanted = args.wrappedValue else { return run.runs.cancel() }
        let camera: (any FaceCapture)? = sdk.dataStorage.hasFacePaths ? nil : CoverFaceCapture(cover: run.cover)
        let pictures = faces ?? camera
        // Capture values and bindings, not the modifier: it would retain `run`, whose release ends the runs.
        let (cover, sdk, args, round) = (run.cover, sdk, args, $round)
        let (onSuccess, onFailed, onUserCancel) = (onSuccess, onFailed, onUserCancel)
        run.runs.begin { hasEnded in
            let finish: @MainActor @Sendable () -> Void = {
                guard hasEnded() else { return }
                args.wrappedValue = nil
                round.wrappedValue += 1
            }
            await sdk.present(
                wanted, on: cover, faces: pictures, onSuccess: WalletModifier.after(finish, onSuccess),
                onFailed: WalletModifier.after(finish, onFailed),
                onUserCancel: WalletModifier.after(finish, onUserCancel))
            finish()
        }
    }

    /// Returns a callback that finishes the presentation for this view before it calls `callback`.
    private static func after<Value>(
        _ finish: @escaping @MainActor @Sendable () -> Void, _ callback: (@MainActor @Sendable (Value) -> Void)?
    ) -> (@MainActor @Sendable (Value) -> Void)? {
        guard let callback else { return nil }
        return { value in
            finish()
            callback(value)
        }
    }

    private static func after(
        _ finish: @escaping @MainActor @Sendable () -> Void, _ callback: CashBabaSDK.OnUserCancel?
    ) -> CashBabaSDK.OnUserCancel? {
        guard let callback else { return nil }
        return {
            finish()
            callback()
        }
    }
}

/// The wallet's screens, with the camera's picture above them while there is one.
struct WalletCoverView: View {
    let cover: WalletCoverPresenter

    var body: some View {
        ZStack {
            if let camera = cover.camera {
                FaceCameraView(camera: camera, screens: cover.screens)
            } else {
                ScreensView(cover.screens)
            }
        }
        .onAppear { cover.cameUp() }
    }
}
#endif
