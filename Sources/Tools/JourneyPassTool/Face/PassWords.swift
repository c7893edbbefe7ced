import Foundation
import WalletPass

/// The texts and pictures of a pass in one language.
struct PassWords: Sendable {
    /// The languages that the pass has, in order.
    let all: [String]
    /// The folder that is taken; `nil` for none.
    let language: String?
    private let strings: [String: String]
    private let wanted: String?

    /// Takes the first of `wanted` for which there is a folder: of that tag, or else of its language.
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

    /// A picture of more is not drawn: a few bytes can unpack to more than there is memory.
    private static let mostPixels = 4 << 20

    /// How dates and numbers are written.
    var locale: Locale { Locale(identifier: language ?? wanted ?? "en") }

    /// A text of `pass.json` in the language; as it stands where there is none for it.
    func callAsFunction(_ text: String) -> String { strings[text] ?? text }

    /// PNG by name, the sharpest that there is. One at the top of the pass hides the language's own.
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
