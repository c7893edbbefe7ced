/// The manifest and bundle whose journey is kept. The manifest's hash covers all but its signature, which each load verifies.
struct KnownManifest: Hashable {
    let hash: [UInt8]
    let bundle: [UInt8]
    let variables: [String: String]

    /// The journeys of this process.
    static let kept = KeptForms<KnownManifest, Journey>()
}
