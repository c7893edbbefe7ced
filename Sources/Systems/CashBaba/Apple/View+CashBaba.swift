#if canImport(UIKit)
public import JourneyBase
internal import JourneyScreens
public import SwiftUI

extension View {
    /// Presents the wallet over this view as soon as there are `args`, which become `nil` when it is over and before one of the
    /// three is told. Setting them to `nil` earlier, and taking the view away, are what closing the window is.
    ///
    /// ```swift
    /// Button("Pay") { args = NavigationArgs(type: .PAYMENT, …) }
    ///     .cashBaba($args, onSuccess: { result in … }, onFailed: { failure in … }, onUserCancel: { … })
    /// ```
    ///
    /// Pictures for a face check come from `faces`; without it from the files of `dataStorage.smileFacePath` and
    /// `blinkFacePath`, where the host has set one, else from the device's camera.
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
    /// Counts presentations, so that one which a callback asks for is told from the one before.
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

    /// It goes up by what is shown, and down by that or by whoever dismisses it.
    private func isUp(_ cover: WalletCoverPresenter) -> Binding<Bool> {
        Binding(get: { @MainActor in cover.isUp }, set: { @MainActor isUp in if !isUp { cover.wasTakenDown() } })
    }

    private func present() {
        guard let wanted = args.wrappedValue else { return run.runs.cancel() }
        let camera: (any FaceCapture)? = sdk.dataStorage.hasFacePaths ? nil : CoverFaceCapture(cover: run.cover)
        let pictures = faces ?? camera
        // Values and bindings, not this modifier: it keeps `run`, whose end, with the view, is to end what runs.
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

    /// `tell`, once the presentation is over for this view.
    private static func after<Value>(
        _ finish: @escaping @MainActor @Sendable () -> Void, _ tell: (@MainActor @Sendable (Value) -> Void)?
    ) -> (@MainActor @Sendable (Value) -> Void)? {
        guard let tell else { return nil }
        return { value in
            finish()
            tell(value)
        }
    }

    private static func after(
        _ finish: @escaping @MainActor @Sendable () -> Void, _ tell: CashBabaSDK.OnUserCancel?
    ) -> CashBabaSDK.OnUserCancel? {
        guard let tell else { return nil }
        return {
            finish()
            tell()
        }
    }
}

/// The screens, and the camera's picture above them while there is one.
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
