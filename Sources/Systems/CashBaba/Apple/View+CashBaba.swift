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

    private struct Wanted: Equatable {
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
            .onChange(of: Wanted(round: round, isSet: args.wrappedValue != nil), initial: true) { present() }
    }

    /// It goes up and down by what is shown, and by nothing else.
    private func isUp(_ cover: WalletCover) -> Binding<Bool> {
        Binding(get: { @MainActor in cover.isUp }, set: { @MainActor _ in })
    }

    private func present() {
        guard let args = args.wrappedValue else { return run.cancel() }
        let (cover, mine) = (run.cover, round)
        let camera: (any FaceCapture)? = sdk.dataStorage.hasFacePaths ? nil : CoverFaceCapture(cover: cover)
        let pictures = faces ?? camera
        let finish: @MainActor @Sendable () -> Void = { over(mine) }
        let succeeded = onSuccess.map { tell in after(finish, tell) }
        let failed = onFailed.map { tell in after(finish, tell) }
        var left: CashBabaSDK.OnUserCancel?
        if let onUserCancel {
            left = {
                finish()
                onUserCancel()
            }
        }
        let cancelled = left
        let sdk = sdk
        run.begin {
            await sdk.present(
                args, on: cover, faces: pictures, onSuccess: succeeded, onFailed: failed, onUserCancel: cancelled)
            finish()
        }
    }

    /// `tell`, once the presentation is over for this view.
    private func after<Value>(
        _ finish: @escaping @MainActor @Sendable () -> Void, _ tell: @escaping @MainActor @Sendable (Value) -> Void
    ) -> @MainActor @Sendable (Value) -> Void {
        { value in
            finish()
            tell(value)
        }
    }

    private func over(_ mine: Int) {
        guard round == mine else { return }
        args.wrappedValue = nil
        round += 1
    }
}

/// The screens, and the camera's picture above them while there is one.
struct WalletCoverView: View {
    let cover: WalletCover

    var body: some View {
        if let camera = cover.camera {
            FaceCameraView(camera: camera, screens: cover.screens)
        } else {
            ScreensView(cover.screens)
        }
    }
}
#endif
