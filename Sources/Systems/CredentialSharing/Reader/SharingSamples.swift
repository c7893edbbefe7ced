package import JourneyBase

/// Screens of both sides that no run in a sandbox reaches, for pictures: its devices lack nothing and fail at nothing.
package enum SharingSamples {
    /// Returns the screens in `language`: what is missing before a transaction, and how one fails.
    package static func screens(_ language: Language) -> [Screen] {
        let (holder, reader) = (HolderScreens(language: language), ReaderScreens(language: language))
        return [
            holder.preflight(.bluetooth, .notAsked, total: 2, left: 2),
            holder.preflight(.location, .denied, total: 2, left: 1, hasSettings: true),
            holder.failure(SessionError(.sealed)), holder.cancelled(.readerLeft),
            reader.screen(.preflight(missing: [.bluetooth]), profile: .ageOver18, lacks: [.bluetooth: .notReady]),
            reader.screen(.scanning, profile: .ageOver18, isCodeWrong: true, cameraLack: .denied, hasSettings: true),
            reader.screen(.failed(error: ReaderError(.invalidCode)), profile: .ageOver18),
        ].compactMap(\.self)
    }
}
