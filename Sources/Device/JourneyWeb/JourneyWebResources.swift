internal import Foundation
internal import JourneyBase

/// The script files that belong to this module.
enum JourneyWebResources {
    /// `journey-bridge.js`: the module that pages load from their own origin.
    static let bridgeScript = bytes("journey-bridge.js")
    /// `journey-relay.js`: what the container puts into each document, in a script world of its own.
    static let relayScript = String(decoding: bytes("journey-relay.js"), as: UTF8.self)

    private static func bytes(_ name: String) -> [UInt8] {
        guard let path = Bundle.module.path(forResource: name, ofType: nil),
            let data = FileManager.default.contents(atPath: path)
        else { preconditionFailure("\(name) is missing beside the program") }
        return [UInt8](data)
    }
}
