import Foundation
import JourneySandbox

/// The shipped money transfer, with its script.
enum ShippedTransfer {
    static var manifest: [UInt8] {
        get throws { try SandboxJourneys.sources(of: "money-transfer", now: Date()).manifest }
    }
    static var openAPI: [UInt8] {
        get throws { try SandboxJourneys.sources(of: "money-transfer", now: Date()).openAPI }
    }
    static var script: [UInt8] { get throws { try SandboxJourneys.events(for: "money-transfer") } }
}
