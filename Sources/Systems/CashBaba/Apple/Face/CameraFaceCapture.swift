#if canImport(UIKit)
internal import AVFoundation
public import JourneyBase
internal import JourneyScreens
internal import SwiftUI
public import UIKit

/// Takes the pictures of a face check with the device's own camera: a smile and a blink, found in the live picture.
///
/// The app's `Info.plist` says why under `NSCameraUsageDescription`.
public struct CameraFaceCapture: FaceCapture {
    private let show: @MainActor @Sendable (FaceCamera, SwiftUIPresenter) -> (@MainActor () -> Void)?
    private let theme: Theme

    /// Over `controller`, which is not kept, and above whatever it presents by then.
    @MainActor public init(over controller: UIViewController, theme: Theme = .standard) {
        self.theme = theme
        show = { [weak controller] camera, screens in
            guard var top = controller else { return nil }
            while let next = top.presentedViewController, !next.isBeingDismissed { top = next }
            let shown = UIHostingController(rootView: FaceCameraView(camera: camera, screens: screens))
            shown.modalPresentationStyle = .fullScreen
            shown.isModalInPresentation = true
            top.present(shown, animated: true)
            return { shown.dismiss(animated: true) }
        }
    }

    /// Throws `CancellationError` when the person leaves, and at once when the view controller is gone: nobody could see it.
    public func capture(over presenter: any Presenter) async throws -> FacePictures {
        let camera = FaceCamera()
        let screens = SwiftUIPresenter(language: presenter.language, theme: theme)
        guard let close = await show(camera, screens) else { throw CancellationError() }
        let result: Result<FacePictures, any Error>
        do {
            result = .success(try await FaceCheck.run(on: screens) { camera.look() })
        } catch {
            result = .failure(error)
        }
        await screens.dismiss()
        await close()
        return try result.get()
    }
}

/// The camera's picture, and below it what the person has to do.
struct FaceCameraView: View {
    let camera: FaceCamera
    let screens: SwiftUIPresenter
    @Environment(\.scenePhase) private var scenePhase

    var body: some View {
        VStack(spacing: 0) {
            // The screen below says in words what is to be done. The app switcher gets no picture of a face.
            FacePreview(camera: camera).opacity(scenePhase == .active ? 1 : 0).accessibilityHidden(true)
            ScreensView(screens).frame(maxHeight: 320)
        }
    }
}

struct FacePreview: UIViewControllerRepresentable {
    let camera: FaceCamera

    func makeUIViewController(context: Context) -> FacePreviewController { FacePreviewController(camera) }
    func updateUIViewController(_: FacePreviewController, context: Context) {}
}

/// Shows what the camera sees, as a mirror does.
final class FacePreviewController: UIViewController {
    private let camera: FaceCamera

    init(_ camera: FaceCamera) {
        self.camera = camera
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func loadView() {
        let preview = FacePreviewView(frame: .zero)
        preview.video?.session = camera.session
        preview.video?.videoGravity = .resizeAspectFill
        view = preview
    }
}
#endif
