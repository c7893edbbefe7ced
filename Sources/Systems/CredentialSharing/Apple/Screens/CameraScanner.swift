#if canImport(UIKit)
internal import JourneyBase
internal import SwiftUI
internal import UIKit

/// A camera view that passes scanned codes to the reader while it is on screen.
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

/// Runs the camera while its view is on screen.
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
