import JourneyCrypto

/// The hashes of accepted pictures: one line for each screen and language, with a hash for each variant.
///
/// Pictures depend on the engine and on the fonts of the machine, so the first line names both.
package struct AcceptedPictures: Sendable {
    /// The hashes by screen and language, in the order of `PictureVariant.all`; `-` for a picture that was not made.
    package private(set) var lines: [String: [String]] = [:]

    package init() {}

    /// Reads the hashes; lines of another form are left out.
    package init(_ text: String) {
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == PictureVariant.all.count + 1 else { continue }
            lines[words[0]] = Array(words.dropFirst())
        }
    }

    /// The text to accept, sorted, after `head`.
    package func text(head: String) -> String {
        "# \(head)\n"
            + lines.sorted { $0.key < $1.key }.map { ([$0.key] + $0.value).joined(separator: " ") + "\n" }.joined()
    }

    /// Returns the short hash of a picture.
    package static func hash(_ picture: [UInt8]) -> String {
        SHA256.hash(picture).prefix(4).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Stores the hash of a picture.
    package mutating func set(_ hash: String, screen: String, variant: PictureVariant) {
        guard let index = PictureVariant.all.firstIndex(of: variant) else { return }
        lines[screen, default: Array(repeating: "-", count: PictureVariant.all.count)][index] = hash
    }

    /// Returns the hash of a picture; `nil` if there is none.
    package func hash(of screen: String, _ variant: PictureVariant) -> String? {
        guard let index = PictureVariant.all.firstIndex(of: variant), let hash = lines[screen]?[index], hash != "-"
        else { return nil }
        return hash
    }

    /// Returns the differences of these pictures, which were just drawn, to the `accepted` ones.
    ///
    /// - Parameters:
    ///   - accepted: The accepted pictures.
    ///   - isWanted: `true` for a screen and language that should have been drawn: only those can be missing.
    /// - Returns: The names of the pictures that differ.
    package func differences(
        from accepted: AcceptedPictures, where isWanted: (String) -> Bool = { _ in true }
    ) -> PictureDifferences {
        var out = PictureDifferences()
        for screen in Set(lines.keys).union(accepted.lines.keys.filter(isWanted)).sorted() {
            for variant in PictureVariant.all {
                let name = "\(screen)-\(variant.name)"
                switch (hash(of: screen, variant), accepted.hash(of: screen, variant)) {
                case (nil, nil): break
                case (_, nil): out.new.append(name)
                case (nil, _): out.missing.append(name)
                case (let drawn, let before): if drawn != before { out.changed.append(name) }
                }
            }
        }
        return out
    }
}

/// The pictures that differ from the accepted ones, by name: screen, language and variant.
package struct PictureDifferences: Hashable, Sendable {
    package var changed: [String] = []
    /// The pictures without an accepted one.
    package var new: [String] = []
    /// The accepted pictures that were not drawn.
    package var missing: [String] = []

    package var count: Int { changed.count + new.count + missing.count }

    /// One line for each picture: the kind of its difference, and its name.
    package var lines: [String] {
        [("changed", changed), ("new", new), ("missing", missing)].flatMap { kind, names in
            names.map { "\(kind): \($0)" }
        }
    }
}
