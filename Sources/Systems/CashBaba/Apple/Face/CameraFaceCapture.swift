#if canImport(UIKit)
public import JourneyBase
internal import JourneyScreens
internal import SwiftUI
public import UIKit

/// A source of the pictures of a face check, from the device's own camera: it finds a smile and a blink in the live picture.
///
/// The app's `Info.plist` must give the purpose under `NSCameraUsageDescription`.
public struct CameraFaceCapture: FaceCapture {
    private let show: @MainActor @Sendable (FaceCamera, SwiftUIPresenter) async -> Presentation?
    private let theme: Theme

    /// Creates a capture that shows the camera over `controller`, above whatever that presents at the time.
    ///
    /// - Parameters:
    ///   - controller: The view controller to present over. It is held weakly.
    ///   - theme: The colours and fonts of the screens.
    @MainActor public init(over controller: UIViewController, theme: Theme = .standard) {
        self.theme = theme
        show = { [weak controller] camera, screens in
            let content = UIHostingController(rootView: FaceCameraView(camera: camera, screens: screens))
            return await Presentation.begin(
                CoverController(around: content), over: controller, clock: ContinuousClock(),
                takenAway: { screens.wasTakenAway() })
        }
    }

    /// Shows the camera and takes the two pictures.
    ///
    /// - Parameter presenter: The presenter of the flow, whose language the camera's screens use.
    /// - Returns: The pictures.
    /// - Throws: `CancellationError` when the user leaves, when the host or the system dismisses the camera, and at once when
    ///   UIKit does not show it over the view controller. `SDKError` when the camera cannot take pictures.
    public func capture(over presenter: any Presenter) async throws -> FacePictures {
        let camera = FaceCamera()
        let screens = SwiftUIPresenter(language: presenter.language, theme: theme)
        guard let shown = await show(camera, screens) else { throw CancellationError() }
        let result: Result<FacePictures, any Error>
        do {
            result = .success(
                try await FaceCheck.run(
                    on: screens, openSettings: { await AppSettings.open() }, look: { camera.look() }))
        } catch {
            result = .failure(error)
        }
        await screens.dismiss()
        await shown.end()
        return try result.get()
    }
}

/// The camera's picture, with the instructions for the user below it.
struct FaceCameraView: View {
    let camera: FaceCamera
    let screens: SwiftUIPresenter
    @State private var scene = SceneVisibilityModel()

    var body: some View {
        VStack(spacing: 0) {
            // The screen below has the instructions as text. Hide the face from the app switcher.
            FacePreview(camera: camera).opacity(scene.isInFront ? 1 : 0).accessibilityHidden(true)
            ScreensView(screens).frame(maxHeight: 320)
        }
        .background { SceneProbe(scene) }
    }
}

struct FacePreview: UIViewControllerRepresentable {
    let camera: FaceCamera

    func makeUIViewController(context: Context) -> FacePreviewController { FacePreviewController(camera) }
    func updateUIViewController(_: FacePreviewController, context: Context) {}
}

/// Shows the camera's picture mirrored.
final class FacePreviewController: UIViewController {
    private let camera: FaceCamera

    init(_ camera: FaceCamera) {
        self.camera = camera
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func loadView() { view = CameraPreview(of: camera.session, from: FaceCamera.device()) }
}
#endif
