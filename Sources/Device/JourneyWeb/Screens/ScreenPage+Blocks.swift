internal import Foundation
internal import JourneyBase

extension ScreenPage {
    func block(_ block: Screen.Block, id: String) -> String {
        switch block {
        case .text(let text): "<p class=\"text\" id=\"\(id)\" dir=\"auto\">\(HTMLText.escaped(text))</p>"
        case .notice(let notice): self.notice(notice, id: id)
        case .picture(let picture): "<div class=\"picture\" id=\"\(id)\">\(self.picture(picture))</div>"
        case .countdown(let countdown): self.countdown(countdown, id: id)
        case .progress(let progress): self.progress(progress, id: id)
        case .card(let card): self.card(card, id: id)
        }
    }

    private func notice(_ notice: Screen.Notice, id: String) -> String {
        let (name, word): (String, Phrase) =
            switch notice.severity {
            case .info: ("info", .information)
            case .success: ("success", .success)
            case .warning: ("warning", .warning)
            case .error: ("bad", .error)
            }
        // The word repeats the colour's meaning, for people who can't see it.
        return """
            <p class="notice \(name)" id="\(id)" role="note"><strong>\(HTMLText.escaped(language(word)))</strong>
            <span dir="auto">\(HTMLText.escaped(notice.text))</span></p>
            """
    }

    func picture(_ picture: Screen.Picture) -> String {
        let words = HTMLText.escaped(picture.alternative)
        switch picture.content {
        case .png(let png):
            return "<img alt=\"\(words)\" src=\"data:image/png;base64,\(Data(png.bytes).base64EncodedString())\">"
        case .modules(let modules):
            let zone = Screen.ModuleMatrix.quietZone
            let side = modules.side + 2 * zone
            var path = ""
            for row in 0..<modules.side {
                for column in 0..<modules.side where modules.isDark(column, row) {
                    path += "M\(column + zone) \(row + zone)h1v1h-1z"
                }
            }
            // Dark on light in any theme: cameras need it.
            return """
                <svg class="code" role="img" aria-label="\(words)" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
                <rect width="\(side)" height="\(side)" fill="#fff"/><path fill="#000" d="\(path)"/></svg>
                """
        }
    }

    private func countdown(_ countdown: Screen.Countdown, id: String) -> String {
        let left = countdown.secondsLeft(at: now)
        let words =
            if left == 0 {
                "<strong>\(HTMLText.escaped(language(.timeIsUp)))</strong>"
            } else if let label = countdown.label {
                "<span dir=\"auto\">\(HTMLText.escaped(label))</span> <strong>\(language.clock(left))</strong>"
            } else {
                HTMLText.escaped(language(.timeLeft(seconds: left)))
            }
        // A timer is not announced each second; a screen reader reads the remaining time on request.
        return """
            <p class="countdown" id="\(id)" role="timer" aria-label="\(HTMLText.escaped(language(.timeLeft(seconds: left))))">\
            \(words)</p>
            """
    }

    private func progress(_ progress: Screen.Progress, id: String) -> String {
        let label = HTMLText.escaped(progress.label ?? language(.pleaseWait))
        guard let percent = progress.percent else {
            return "<p class=\"busy\" id=\"\(id)\" role=\"status\" aria-busy=\"true\">\(label)</p>"
        }
        let words = HTMLText.escaped(language(.percent(percent)))
        return """
            <div class="progress" id="\(id)"><span id="\(id)-label" dir="auto">\(label)</span>
            <progress max="100" value="\(percent)" aria-labelledby="\(id)-label">\(words)</progress> <span>\(words)</span></div>
            """
    }

    private func card(_ card: Screen.Card, id: String) -> String {
        func row(_ name: Phrase, _ value: String?) -> String {
            guard let value else { return "" }
            return """
                <span><span class="hidden">\(HTMLText.escaped(language(name))): </span>\
                <bdi>\(HTMLText.escaped(value))</bdi></span>
                """
        }
        let art = card.art.map {
            "<img alt=\"\" src=\"data:image/png;base64,\(Data($0.bytes).base64EncodedString())\">"
        }
        let frozen = card.isFrozen ? " <em>\(HTMLText.escaped(language(.cardFrozen)))</em>" : ""
        return """
            <section class="card" id="\(id)" aria-label="\(HTMLText.escaped(language(.cardEnding(card.lastFour))))">\(art ?? "")
            <p class="name"><bdi>\(HTMLText.escaped(card.name))</bdi>\(frozen)</p>
            <p class="number" aria-hidden="true" dir="ltr">\(card.maskedNumber)</p>
            <p class="below">\(row(.cardHolder, card.holder))\(row(.cardExpiry, card.expiry))</p></section>
            """
    }
}
