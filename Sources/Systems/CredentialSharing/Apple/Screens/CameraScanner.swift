#if canImport(UIKit)
internal import JourneyBase
internal import SwiftUI
internal import UIKit

/// What the camera sees, while this view is in sight; the codes in it go to the reader.
struct CameraScanner: UIViewControllerRepresentable {
    let reader: ReaderOrchestrator

    func makeUIViewController(context: Context) -> CameraController {
        let reader = reader
        return CameraController(
            CodeCamera(
                now: reader.dependencies.now, seen: { text in Task { await reader.didScan(text) } },
                cannotSee: { lack in
                    Task { await reader.cannotScan(lack, openSettings: { await AppSettings.open() }) }
                }))
    }

    func updateUIViewController(_: CameraController, context: Context) {}
}

/// Lets the camera look while its view is in sight, and no longer.
final class CameraController: UIViewController {
    private let camera: CodeCamera

    init(_ camera: CodeCamera) {
        self.camera = camera
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func loadView() { view = CameraPreview(of: camera.session, from: CodeCamera.device()) }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        camera.start()
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        camera.stop()
    }
}
#endif
