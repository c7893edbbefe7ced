import JourneyBase

/// The sign-in pages of the sandbox's customer in one language: without scripts, in the bank's style.
struct SignInPage {
    let language: Language

    func response(_ step: AuthorizationServer.Step) -> HTTPResponse {
        switch step {
        case .ask(let name, let isWrong): form(name: name, isWrong: isWrong)
        case .redirect(let address): SignInPage.redirect(address)
        case .refused(let reason): refusal(reason)
        }
    }

    private func form(name: String, isWrong: Bool) -> HTTPResponse {
        let complaint =
            isWrong
            ? """
            <section id="notice" class="notice bad" role="alert"><p>\(text(.wrong))</p></section>
            """ : ""
        return page(
            status: 200,
            """
            <div><h1>\(text(.signIn))</h1><p class="lead">\(text(.appWantsToAct))</p></div>
            \(complaint)
            <form method="post" action="/oauth/authorize">
                <input type="hidden" name="request" value="\(HTMLText.escaped(name))">
                <div class="card stack">
                    <div class="field">
                        <label for="name">\(text(.name))</label>
                        <input id="name" name="name" type="text" autocomplete="username" autocapitalize="none"
                            spellcheck="false" maxlength="64" dir="auto" required>
                    </div>
                    <div class="field">
                        <label for="passcode">\(text(.passcode))</label>
                        <input id="passcode" name="passcode" type="password" autocomplete="off" inputmode="numeric"
                            maxlength="64" required>
                    </div>
                </div>
                <div class="actions">
                    <button type="submit" id="sign-in" class="primary" name="answer" value="sign-in">
                        \(text(.signIn))</button>
                    <button type="submit" id="refuse" class="secondary" name="answer" value="refuse" formnovalidate>
                        \(text(.notNow))</button>
                </div>
            </form>
            """)
    }

    private func refusal(_ reason: SignInPhrase) -> HTTPResponse {
        page(
            status: 400,
            """
            <div><h1>\(text(.cannotContinue))</h1><p class="lead" role="alert">\(text(reason))</p></div>
            """)
    }

    /// Redirects with 303, so that the form isn't resubmitted (RFC 9700, section 4.12).
    private static func redirect(_ address: String) -> HTTPResponse {
        HTTPResponse(
            status: 303,
            headers: ["Location": address, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer"])
    }

    private func text(_ phrase: SignInPhrase) -> String { HTMLText.escaped(phrase(language)) }

    private func page(status: Int, _ body: String) -> HTTPResponse {
        let text = """
            <!doctype html>
            <html lang="\(language == .english ? "en-GB" : language.tag)" dir="\(language.isRightToLeft ? "rtl" : "ltr")">
            <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>\(text(.signIn)) – \(text(.bank))</title>
                <link rel="stylesheet" href="/pages/assets/harbour.css">
            </head>
            <body class="sign-in">
                <header class="bar">
                    <img src="/pages/assets/mark.svg" alt=""><span class="name">\(text(.bank))</span>
                </header>
                <main id="main">\(body)</main>
            </body>
            </html>
            """
        return HTTPResponse(
            status: status,
            headers: [
                "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
                "Content-Security-Policy":
                    "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'",
                "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY",
            ], body: Array(text.utf8))
    }
}
