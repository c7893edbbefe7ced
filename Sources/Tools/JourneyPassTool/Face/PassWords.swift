import Foundation
import JourneyBase
import WalletPass

/// The texts and images of a pass in one language.
struct PassWords: Sendable {
    /// The languages of the pass, in order.
    let all: [String]
    /// The language of the selected folder; `nil` for none.
    let language: String?
    private let strings: [String: String]
    private let wanted: String?

    /// Selects the first of `wanted` that has a folder: of that tag, or else of its language.
    init(_ files: [String: [UInt8]], wanted: [String]) {
        all = Set(
            files.keys.compactMap { path in path.contains(".lproj/") ? path.components(separatedBy: ".lproj/")[0] : nil
            }
        )
        .sorted()
        func plain(_ tag: String) -> String { tag.lowercased().replacing("_", with: "-") }
        func short(_ tag: String) -> Substring { plain(tag).prefix { $0 != "-" } }
        let known = all
        language =
            wanted.lazy.compactMap { tag in
                known.first { plain($0) == plain(tag) } ?? known.first { short($0) == short(tag) }
            }.first
        self.wanted = wanted.first
        strings = language.flatMap { files["\($0).lproj/pass.strings"] }.flatMap { PassStrings($0)?.values } ?? [:]
    }

    /// The maximum number of pixels of an image. Larger ones are not drawn, because a few bytes could exhaust the memory.
    private static let mostPixels = 4 << 20

    /// The locale for dates and numbers.
    ///
    /// Without a numbering system, Foundation writes Bengali of Bangladesh and Arabic of no country in Latin digits.
    var locale: Locale {
        let tag = language ?? wanted ?? "en"
        return switch (Language(preferred: [tag]), tag) {
        case (.bengali, _): Locale(identifier: "bn-BD-u-nu-beng")
        case (.arabic, "ar"): Locale(identifier: "ar_EG")
        default: Locale(identifier: tag)
        }
    }

    /// Returns the translation of a text of `pass.json`, or the text itself when there is none.
    func callAsFunction(_ text: String) -> String { strings[text] ?? text }

    /// Returns the PNG images by name, in the highest resolution available. An image at the top of the pass hides the language's
    /// own.
    func pictures(_ files: [String: [UInt8]]) -> [String: [UInt8]] {
        var found: [String: (rank: Int, bytes: [UInt8])] = [:]
        for (path, bytes) in files {
            guard let image = PassImage(path: path), image.language == nil || image.language == language,
                let size = PassImage.size(of: bytes), size.width * size.height <= PassWords.mostPixels
            else { continue }
            let rank = image.scale + (image.language == nil ? 10 : 0)
            if rank > found[image.name]?.rank ?? 0 { found[image.name] = (rank, bytes) }
        }
        return found.mapValues(\.bytes)
    }
}
