import JourneyBase
import JourneyWire

/// The page that carries the UI secret and the issuer's script: for one user and one card, fetched once.
struct CardPage {
    let issuer: IssuerAccount
    let files: CardPageFiles
    let page: CardStore.Page
    /// Where the gateway is asked.
    let origin: Origin

    /// Everything is refused but the page's own files, and the issuer's script, frames and calls, of its own origin.
    /// `docs/reference/bridge.md` says what the container asks for.
    var contentSecurityPolicy: String {
        let own = "\(origin)\(CardContract.pagePrefix)\(files.version)/"
        let vault = issuer.script.origin.description
        return [
            "default-src 'none'", "script-src \(own) \(vault)", "style-src \(own)", "img-src \(own) data:",
            "frame-src \(vault)", "connect-src \(vault)", "object-src 'none'", "base-uri 'none'", "form-action 'none'",
            "frame-ancestors 'none'",
        ].joined(separator: "; ")
    }

    var response: HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: [
                "Content-Type": CardDocument.type, "Content-Security-Policy": contentSecurityPolicy,
                "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
                "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
                "Permissions-Policy":
                    "camera=(), geolocation=(), microphone=(), payment=(), clipboard-write=(self \"\(issuer.script.origin)\")",
            ], body: Array(html.utf8))
    }

    private var html: String {
        let settings = [
            ("script", issuer.script.description),
            ("ui-secret", issuer.uiSecret.withBytes { String(decoding: $0, as: UTF8.self) }),
            ("application-id", issuer.applicationID), ("user-id", page.user.id), ("card-id", page.card),
        ].map { "data-\($0)=\"\(HTMLText.escaped($1))\"" }.joined(separator: " ")
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Card</title>
            <link rel="stylesheet" href="\(files.version)/card.css">
            </head>
            <body \(settings)>
            <main id="card"></main>
            <script type="module" src="\(files.version)/card.js"></script>
            </body>
            </html>

            """
    }
}
