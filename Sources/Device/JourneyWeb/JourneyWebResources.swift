internal import Foundation
internal import JourneyBase

/// The script files of this module.
enum JourneyWebResources {
    /// `journey-bridge.js`: the module that pages load from their own origin.
    static let bridgeScript = bytes("journey-bridge.js")
    /// `journey-relay.js`: the script that the container injects into each document, in its own script world.
    static let relayScript = String(decoding: bytes("journey-relay.js"), as: UTF8.self)

    private static func bytes(_ name: String) -> [UInt8] {
        guard let path = Bundle.module.path(forResource: name, ofType: nil),
            let data = FileManager.default.contents(atPath: path)
        else { preconditionFailure("The resource \(name) is missing in the module's bundle.") }
        return [UInt8](data)
    }
}
