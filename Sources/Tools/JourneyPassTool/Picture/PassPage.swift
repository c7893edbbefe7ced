import Foundation
import JourneyBase
import WalletPass

/// A pass as an HTML page without scripts for a web engine: the card as on a phone, and its back.
struct PassPage: Sendable {
    let face: PassFace
    /// The note below the card, for example that the pass has no Apple authority.
    let note: String?
    /// `true` if the back is drawn below the card.
    let hasBack: Bool
    /// The current time, for expired passes.
    let now: Date

    private var language: Language { face.pageLanguage }
    private var tag: String { face.language ?? "en" }
    /// The direction of the pass's own texts: Hebrew and Urdu too, whose texts around the pass are English.
    private var isRightToLeft: Bool { Locale.Language(identifier: tag).characterDirection == .rightToLeft }

    var html: String {
        let state: PassPagePhrase? =
            face.isVoided ? .void : face.expires.map { $0 < now } == true ? .expired : nil
        let dead = state.map { $0(language) }
        return """
            <!doctype html><html lang="\(PassPage.text(tag))" dir="\(isRightToLeft ? "rtl" : "ltr")"><meta charset="utf-8">\
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">\
            <style>\(PassPageStyle.css(face.colours))</style><main>\
            <article class="pass \(face.style.rawValue)\(face.pictures["strip"] == nil ? "" : " has-strip")\
            \(dead == nil ? "" : " dead")">\(backdrop)\(head)\(middle)\(foot)\
            \(dead.map { "<div class=\"stamp\">\($0)</div>" } ?? "")</article>\
            \(note.map { "<p class=\"note\">\(PassPage.text($0))</p>" } ?? "")\(hasBack ? back : "")</main></html>
            """
    }

    /// Returns the text escaped for HTML.
    static func text(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }

    private func picture(_ name: String) -> String? {
        face.pictures[name].map { "data:image/png;base64,\(Data($0).base64EncodedString())" }
    }

    private func image(_ name: String) -> String {
        picture(name).map { "<img class=\"\(name)\" src=\"\($0)\" alt=\"\">" } ?? ""
    }

    private func fields(_ list: [PassFace.Field], _ kind: String) -> String {
        guard !list.isEmpty else { return "" }
        return "<div class=\"fields \(kind) of-\(min(list.count, 5))\">"
            + list.map { field in
                "<div class=\"field \(alignment(field))\"><span class=\"label\">\(PassPage.text(field.label))</span>"
                    + "<span class=\"value\"><bdi>\(PassPage.text(field.value))</bdi></span></div>"
            }.joined() + "</div>"
    }

    private func alignment(_ field: PassFace.Field) -> String {
        switch field.alignment {
        case .natural: ""
        case .left: "left"
        case .center: "center"
        case .right: "right"
        }
    }

    /// The blurred background image of an event ticket.
    private var backdrop: String {
        guard face.style == .eventTicket, face.pictures["strip"] == nil, let url = picture("background") else {
            return ""
        }
        return "<div class=\"backdrop\" style=\"background-image:url(\(url))\"></div>"
    }

    private var head: String {
        let logo = face.logoText.map { "<span class=\"logo-text\">\(PassPage.text($0))</span>" } ?? ""
        return "<header>\(image("logo"))\(logo)\(fields(Array(face.header.prefix(3)), "header"))</header>"
    }

    private var middle: String {
        switch face.style {
        case .boardingPass:
            let ends = face.primary.prefix(2).map { fields([$0], "primary") }
            let way = ends.count == 2 ? TransitIcon.svg(face.transit) : ""
            return "<section class=\"way\">\(ends.joined(separator: way))</section>"
                + fields(Array(face.auxiliary.prefix(5)), "auxiliary")
                + fields(Array(face.secondary.prefix(4)), "secondary")
        case .coupon, .storeCard: return strip + rows
        case .eventTicket where face.pictures["strip"] != nil: return strip + rows
        case .eventTicket, .generic:
            return "<section class=\"lead\"><div>\(fields(Array(face.primary.prefix(1)), "primary"))"
                + (face.style == .eventTicket ? fields(Array(face.secondary.prefix(4)), "secondary") : "")
                + "</div>\(image("thumbnail"))</section>"
                + (face.style == .generic ? fields(Array(face.secondary.prefix(4)), "secondary") : "")
                + fields(Array(face.auxiliary.prefix(4)), "auxiliary")
        }
    }

    private var strip: String {
        let style = picture("strip").map { " style=\"background-image:url(\($0))\"" } ?? ""
        return "<section class=\"strip\"\(style)>\(fields(Array(face.primary.prefix(1)), "primary"))</section>"
    }

    private var rows: String {
        face.style == .eventTicket
            ? fields(Array(face.secondary.prefix(4)), "secondary")
                + fields(Array(face.auxiliary.prefix(4)), "auxiliary")
            : fields(Array((face.secondary + face.auxiliary).prefix(4)), "secondary")
    }

    private var foot: String {
        var out = "<footer>" + (face.style == .boardingPass ? image("footer") : "")
        if let code = face.code {
            let drawing = code.barcode.map { $0.svg(height: max($0.width / 4, 24)) }
            let words = code.altText.map { "<span class=\"alt\" dir=\"auto\">\(PassPage.text($0))</span>" } ?? ""
            out +=
                "<div class=\"code \(code.format.isSquare ? "square" : "wide")\">"
                + (drawing ?? "<span class=\"alt\">\(PassPagePhrase.barcodeTooLong(language))</span>") + words
                + "</div>"
        } else if face.isContactless {
            out +=
                "<div class=\"contactless\"><svg viewBox=\"0 0 24 24\"><path d=\"M6 9q2 3 0 6M10 7q3.4 5 0 10M14 5q4.8 7 0 14\"/>"
                + "</svg><span>\(PassPagePhrase.holdNearReader(language))</span></div>"
        }
        return out + "</footer>"
    }

    private var back: String {
        var rows = face.back.map { ($0.label, $0.value) }
        if let issuer = face.boundTo { rows.append((PassPagePhrase.boundToAccount(language), issuer)) }
        guard !rows.isEmpty else { return "" }
        return "<section class=\"back\">"
            + rows.map { "<div><b>\(PassPage.text($0.0))</b><p><bdi>\(PassPage.text($0.1))</bdi></p></div>" }.joined()
            + "</section>"
    }
}
