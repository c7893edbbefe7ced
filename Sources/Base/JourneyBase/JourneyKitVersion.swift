/// The version of the package: what `minSdk` is compared with, what the commands print, what pages are told.
package enum JourneyKitVersion {
    /// Semantic Versioning 2.0.0.
    package static let current = "1.0.0"
}
