import Foundation
import JourneyWeb

/// The destination for screenshots of pages at which an autopilot stops: the other screenshots, or a folder created on demand.
struct StopPictures: Sendable {
    let shots: ShotWriter?
    /// The folder to use if no screenshots were requested.
    let folder: String
    let record: ShotWriter.EventSinkFunction

    /// Captures `container` and returns a sentence with the screenshot's path, or an empty string if it failed.
    func picture(of container: WebKitContainer, step: String) async -> String {
        let writer = shots?.folder == nil ? try? ShotWriter(folder: folder, record: record) : shots
        guard let path = await writer?.shoot(container, step: step, name: "\(step)-stopped") else { return "" }
        return " Picture: \(URL(fileURLWithPath: path).path)"
    }
}
