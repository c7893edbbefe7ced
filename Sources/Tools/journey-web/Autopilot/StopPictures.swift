import Foundation
import JourneyWeb

/// Where the picture of a page goes at which an autopilot stops: beside the other pictures, or into a folder that is made then.
struct StopPictures: Sendable {
    let shots: ShotWriter?
    /// Where it goes when no pictures were asked for.
    let folder: String
    let tell: ShotWriter.EventSinkFunction

    /// Pictures `container`, and says where the picture is: the last sentence of a message, empty when there is none.
    func picture(of container: WebKitContainer, step: String) async -> String {
        let writer = shots ?? (try? ShotWriter(folder: folder, tell: tell))
        guard let path = await writer?.shoot(container, step: step, name: "\(step)-stopped") else { return "" }
        return " Picture: \(URL(fileURLWithPath: path).path)"
    }
}
