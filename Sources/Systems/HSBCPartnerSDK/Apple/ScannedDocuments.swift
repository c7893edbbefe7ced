#if canImport(UIKit)
internal import Foundation
public import JourneyBase
public import UIKit
internal import VisionKit

/// A document source that scans with the system's document camera (VisionKit), which finds the document's edges and straightens it.
///
/// The app's `Info.plist` needs `NSCameraUsageDescription`. The system asks for the camera, and the person accepts each picture
/// before it is returned. Only the first page of a scan is used, as JPEG.
@MainActor
public final class ScannedDocuments: DocumentSource {
    private weak var base: UIViewController?
    private let presenter: any Presenter
    private let clock: any Clock<Duration>
    private let place = PresentationPlace()

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - base: The controller over which the camera is presented; held weakly.
    ///   - presenter: Asks for the kind of document if several are accepted.
    ///   - clock: Limits the time that UIKit may take.
    public init(
        over base: UIViewController, presenter: any Presenter, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.base = base
        self.presenter = presenter
        self.clock = clock
    }

    /// Scans a document of one of `kinds`.
    ///
    /// - Parameter kinds: The accepted kinds.
    /// - Returns: The picture; `nil` when the person cancelled.
    /// - Throws: `SCA_REQUIRED` on a device without such a camera, if the camera fails, or if no picture fits
    ///   `CapturedDocument.limit`.
    public func capture(_ kinds: Set<CapturedDocument.Kind>) async throws(JourneyError) -> CapturedDocument? {
        guard VNDocumentCameraViewController.isSupported else {
            throw JourneyError(.scaRequired, "This device has no camera that VisionKit can scan documents with.")
        }
        guard let kind = await kind(among: kinds) else { return nil }
        let scan = DocumentScan()
        let (base, clock) = (base, clock)
        let isThere = await place.show { [weak base] in
            let camera = VNDocumentCameraViewController()
            camera.delegate = scan
            return await Presentation.begin(camera, over: base, clock: clock) { scan.finish(.cancelled) }
        }
        guard isThere else { return nil }
        let outcome = await withTaskCancellationHandler {
            await scan.outcome()
        } onCancel: {
            Task { @MainActor in scan.finish(.cancelled) }
        }
        await place.hide()
        switch outcome {
        case .cancelled: return nil
        case .failed(let cause):
            throw JourneyError(.scaRequired, "VNDocumentCameraViewController failed: \(cause)")
        case .scanned(let image): return try ScannedDocuments.document(kind, image)
        }
    }

    private func kind(among kinds: Set<CapturedDocument.Kind>) async -> CapturedDocument.Kind? {
        guard kinds.count > 1 else { return kinds.first }
        let answer = await presenter.ask(DocumentKindQuestion.screen(for: kinds, in: presenter.language))
        await presenter.dismiss()
        guard answer.action == "use" else { return nil }
        let chosen = answer.chosen("kind")?.first.flatMap(CapturedDocument.Kind.init(rawValue:))
        return chosen.flatMap { kinds.contains($0) ? $0 : nil }
    }

    /// Returns the picture with the best quality that fits.
    private static func document(
        _ kind: CapturedDocument.Kind, _ image: UIImage
    ) throws(JourneyError) -> CapturedDocument {
        for quality in [0.8, 0.6, 0.4, 0.2] {
            if let data = image.jpegData(compressionQuality: quality),
                let document = CapturedDocument(kind: kind, content: Array(data))
            {
                return document
            }
        }
        throw JourneyError(.scaRequired, "The scanned page can't be encoded as a JPEG of at most 2 MiB.")
    }
}

/// One scan: its first end counts.
@MainActor
private final class DocumentScan: NSObject, VNDocumentCameraViewControllerDelegate {
    enum Outcome {
        case scanned(UIImage)
        case cancelled
        case failed(String)
    }

    private var end: Outcome?
    private var waiting: CheckedContinuation<Outcome, Never>?

    /// Waits for the end of the scan. Called once.
    func outcome() async -> Outcome {
        if let end { return end }
        return await withCheckedContinuation { waiting = $0 }
    }

    func finish(_ outcome: Outcome) {
        guard end == nil else { return }
        end = outcome
        waiting?.resume(returning: outcome)
        waiting = nil
    }

    func documentCameraViewController(
        _: VNDocumentCameraViewController, didFinishWith scan: VNDocumentCameraScan
    ) {
        finish(scan.pageCount > 0 ? .scanned(scan.imageOfPage(at: 0)) : .cancelled)
    }

    func documentCameraViewControllerDidCancel(_: VNDocumentCameraViewController) { finish(.cancelled) }

    func documentCameraViewController(_: VNDocumentCameraViewController, didFailWithError error: any Error) {
        finish(.failed(error.localizedDescription))
    }
}
#endif
