package import JourneyBase
import JourneyWire

/// The pass service's part of what `journey serve --json` prints: where it is, where the token lies that opens the tags of its
/// one client, and whom to believe about its passes.
package struct PassReadiness: ReadinessMessage {
    package var address: Origin
    package var apiTokenFile: String
    /// `reference_id` of the tags that have a pass.
    package var tags: [String]
    /// PEM: the root of the stand-in for Apple's authorities.
    package var authority: String

    /// The stand-in for APNs, where a wallet hears of changes; `nil`: there is none.
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
