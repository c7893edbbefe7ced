internal import JourneyBase

/// Shows the number and the CVV of a person's card in the issuer's own frames, after a one-time code: `docs/card-details.md`.
public enum CardDetailsSDK {
    /// Of this package.
    public static let version = JourneyKitVersion.current
}
