import Foundation

/// The locations of this module's resources.
enum SandboxResources {
    static var bank: URL { Bundle.module.bundleURL.appendingPathComponent("bank", isDirectory: true) }
    /// `journey-bridge.js`, copied from its own module.
    static var library: URL { Bundle.module.bundleURL.appendingPathComponent("journey-bridge.js") }
    /// Its types, for authors of pages.
    static var libraryTypes: URL { Bundle.module.bundleURL.appendingPathComponent("journey-bridge.d.ts") }
    /// The resources of drafts.
    static var drafts: URL { Bundle.module.bundleURL.appendingPathComponent("draft", isDirectory: true) }
    static var journeys: URL { Bundle.module.bundleURL.appendingPathComponent("journeys", isDirectory: true) }
}
