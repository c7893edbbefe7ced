#if canImport(UIKit)
internal import JourneyBase

/// Takes the pictures with the device's camera, inside the cover that shows the wallet's screens.
struct CoverFaceCapture: FaceCapture {
    let cover: WalletCoverPresenter

    func capture(over presenter: any Presenter) async throws -> FacePictures {
        let camera = FaceCamera()
        await cover.look(through: camera)
        let result: Result<FacePictures, any Error>
        do {
            result = .success(
                try await FaceCheck.run(
                    on: presenter, openSettings: { await AppSettings.open() }, look: { camera.look() }))
        } catch {
            result = .failure(error)
        }
        await cover.look(through: nil)
        return try result.get()
    }
}
#endif
