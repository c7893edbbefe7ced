/// The version of the package: compared with a manifest's `minSdk`, printed by the commands and reported to pages.
package enum JourneyKitVersion {
    /// The version in the form of Semantic Versioning 2.0.0.
    package static let current = "1.0.0"
}
