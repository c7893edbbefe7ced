package import JourneyBase
import JourneyWire

/// The pass service's part of the output of `journey serve --json`: its address, the file with its client's API token, and the
/// authority of its passes.
package struct PassReadiness: ReadinessMessage {
    package var address: Origin
    package var apiTokenFile: String
    /// The `reference_id`s of the tags that have a pass.
    package var tags: [String]
    /// The root of the stand-in for Apple's authorities, PEM.
    package var authority: String

    /// The origin of the fake APNs, where a wallet learns of changes; `nil` when there is none.
    package var pushes: Origin?

    package init(
        address: Origin, apiTokenFile: String, tags: [String], authority: String, pushes: Origin? = nil
    ) {
        self.address = address
        self.apiTokenFile = apiTokenFile
        self.tags = tags
        self.authority = authority
        self.pushes = pushes
    }
}
