internal import JourneyBase
internal import JourneyCBOR
internal import MobileDocument

extension ConsentRequest {
    /// A purpose that the reader states for elements. Nothing proves it.
    public enum Purpose: Hashable, Sendable {
        /// The reader's own words: the member `purpose` of a document's `requestInfo`.
        case text(String)
        /// A purpose hint of a use case (ISO/IEC 18013-5, second edition: DeviceRequestInfo): a code, and who defines it.
        case code(Int64, definer: String)
    }

    /// Returns the text of a reader as it may be shown: without characters that could move the cursor, hide text or reverse the
    /// direction of what follows, and at most `limit` scalars long; `nil` if nothing remains.
    static func shown(_ text: String, limit: Int) -> String? {
        let plain = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: false
            default: true
            }
        }
        let shown = String(String.UnicodeScalarView(plain.prefix(limit)))
        return shown.allSatisfy(\.isWhitespace) ? nil : shown
    }
}

extension ConsentRequest.Purpose {
    /// Returns the purposes that `request` states for its document at `place`, each once: its own words, then the hints of the use
    /// cases that the document belongs to.
    static func stated(in request: DeviceRequest, at place: Int) -> [ConsentRequest.Purpose] {
        let words = request.documents[place].requestInfo.first { $0.key.text == "purpose" }?.value.text
        let texts = words.flatMap { ConsentRequest.shown($0, limit: 200) }.map { [Self.text($0)] } ?? []
        var codes: [Self] = []
        for useCase in request.info?.useCases ?? [] where useCase.documentSets.contains(where: { $0.contains(place) }) {
            for (definer, code) in useCase.purposeHints.sorted(by: { $0.key < $1.key }) {
                guard let definer = ConsentRequest.shown(definer, limit: 80) else { continue }
                let purpose = Self.code(code, definer: definer)
                if !codes.contains(purpose) { codes.append(purpose) }
            }
        }
        return texts + codes
    }
}
