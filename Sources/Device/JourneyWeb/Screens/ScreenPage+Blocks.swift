internal import Foundation
internal import JourneyBase

extension ScreenPage {
    func block(_ block: Screen.Block, id: String) -> String {
        switch block {
        case .text(let text): "<p class=\"text\" id=\"\(id)\" dir=\"auto\">\(whole(text))</p>"
        case .points(let points): self.points(points, id: id)
        case .notice(let notice): self.notice(notice, id: id)
        case .amount(let amount): self.amount(amount, id: id)
        case .details(let details): self.details(details, id: id)
        case .outcome(let outcome): self.outcome(outcome, id: id)
        case .code(let code): self.code(code, id: id)
        case .picture(let picture): "<div class=\"picture\" id=\"\(id)\">\(self.picture(picture))</div>"
        case .document(let document): self.document(document, id: id)
        case .card(let card): self.card(card, id: id)
        case .pass(let pass): self.pass(pass, id: id)
        case .countdown(let countdown): self.countdown(countdown, id: id)
        case .progress(let progress): self.progress(progress, id: id)
        case .empty(let text): empty(text, id: id)
        }
    }

    private func points(_ points: Screen.Points, id: String) -> String {
        let items = points.items.map { "<li dir=\"auto\">\(whole($0))</li>" }
        return """
            <div class="points" id="\(id)"><p dir="auto">\(HTMLText.escaped(points.heading))</p><ul>\(items.joined())</ul></div>
            """
    }

    private func notice(_ notice: Screen.Notice, id: String) -> String {
        let (name, word, icon): (String, Phrase, ScreenIcon) =
            switch notice.severity {
            case .info: ("info", .information, .information)
            case .success: ("success", .success, .done)
            case .warning: ("warning", .warning, .exclamation)
            case .error: ("bad", .error, .exclamation)
            }
        // The symbol and the hidden word repeat the colour's meaning, for people who can't see it.
        return """
            <p class="notice \(name)" id="\(id)" role="note"><span class="sign">\(icon.svg())</span>\
            <span class="hidden">\(HTMLText.escaped(language(word))): </span>\
            <span class="words" dir="auto">\(whole(notice.text))</span></p>
            """
    }

    private func amount(_ amount: Screen.Amount, id: String) -> String {
        // Where large text is too wide, a line ends between number and currency, and not inside one of them.
        let value = amount.value.replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
        let parts = value.split(separator: " ").map { part in
            let text = HTMLText.escaped(String(part))
            return part.contains(where: \.isNumber) ? text : "<span class=\"unit\">\(text)</span>"
        }
        let isLong = value.count > ScreenPage.lineOfAmount
        return """
            <p class="amount" id="\(id)"><span class="label" dir="auto">\(HTMLText.escaped(amount.label))</span>\
            <span class="hidden">: </span><span class="value\(isLong ? " long" : "")"><bdi>\(parts.joined(separator: " "))</bdi></span></p>
            """
    }

    /// The longest amount that has one line of a small display at the usual size of amounts, in characters.
    private static let lineOfAmount = 10

    private func details(_ details: Screen.Details, id: String) -> String {
        let title = details.title.map { "<h2 dir=\"auto\">\(HTMLText.escaped($0))</h2>" } ?? ""
        return "<section class=\"details\" id=\"\(id)\">\(title)\(rows(details.rows))</section>"
    }

    /// Returns the facts as a list.
    private func rows(_ rows: [Screen.Detail]) -> String {
        guard !rows.isEmpty else { return "" }
        let items = rows.map { row in
            let note = row.note.map { "<span class=\"note\" dir=\"auto\">\(whole($0))</span>" } ?? ""
            let name =
                switch row.kind {
                case .text: ""
                case .reference: " reference"
                case .total: " total"
                }
            // Lines of a value keep their own direction.
            let lines = row.value.split(separator: "\n", omittingEmptySubsequences: false).map {
                row.kind == .reference
                    ? "<bdi dir=\"ltr\">\(reference(String($0)))</bdi>" : "<bdi>\(whole(loose(String($0))))</bdi>"
            }
            return """
                <div class="row\(name)"><dt><span dir="auto">\(HTMLText.escaped(row.label))</span>\(note)</dt>\
                <dd>\(lines.joined(separator: "<br>"))</dd></div>
                """
        }
        return "<dl>\(items.joined())</dl>"
    }

    /// Returns a value that fits on a line at the usual text size, such as a date, with ordinary spaces: where large text breaks it,
    /// a no-break space would remain at the edge of a line.
    private func loose(_ value: String) -> String {
        value.count > ScreenPage.lineOfValue && !language.isRightToLeft ? value : value.replacing("\u{A0}", with: " ")
    }

    private static let lineOfValue = 24

    /// Returns a reference that breaks between groups of four letters, of which marks of direction are none, a code with underscores
    /// after one of them, and words whole. The copied text is the same.
    private func reference(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { word -> String in
            var (out, run) = ("", 0)
            let isWord = word.contains(where: \.isLowercase) && !word.contains(where: \.isNumber)
            let isGrouped = !isWord && !word.contains("_")
            for letter in word {
                let isMark = letter.unicodeScalars.allSatisfy { (0x2066...0x2069).contains($0.value) }
                if isGrouped, run == 4, !isMark { (out, run) = (out + "<wbr>", 0) }
                out += HTMLText.escaped(String(letter))
                run = letter == "-" ? 0 : isMark ? run : run + 1
                if letter == "_" { out += "<wbr>" }
            }
            return out
        }.joined(separator: " ")
    }

    /// Returns the sign of an outcome, which stands above the title.
    func symbol(_ kind: Screen.Outcome.Kind) -> String {
        let (name, word, icon): (String, Phrase, ScreenIcon) =
            switch kind {
            case .done: ("success", .success, .done)
            case .pending: ("warning", .pending, .clock)
            case .refused: ("bad", .refused, .cross)
            case .notSent: ("info", .nothingSent, .bar)
            case .cancelled: ("warning", .ended, .stop)
            }
        return """
            <div class="symbol \(name)" role="img" aria-label="\(HTMLText.escaped(language(word)))">\(icon.svg())</div>

            """
    }

    private func outcome(_ outcome: Screen.Outcome, id: String) -> String {
        let next = outcome.nextStep.map { "<p class=\"text\" dir=\"auto\">\(whole($0))</p>" } ?? ""
        return """
            <div class="outcome" id="\(id)" role="status"><p class="lead" dir="auto">\(whole(outcome.text))</p>\(next)\
            \(rows(outcome.reference.map { [$0] } ?? []))</div>
            """
    }

    func picture(_ picture: Screen.Picture) -> String {
        let words = HTMLText.escaped(picture.alternative)
        return "<img alt=\"\(words)\" src=\"\(data(picture.image.bytes, "image/png"))\">"
    }

    private func data(_ bytes: [UInt8], _ type: String) -> String {
        "data:\(type);base64,\(Data(bytes).base64EncodedString())"
    }

    private func code(_ code: Screen.Code, id: String) -> String {
        let hint = HTMLText.escaped(language(.brightness))
        return """
            <div class="panel" id="\(id)"><div class="paper">\(modules(code))</div>\
            \(code.countdown.map { countdown($0, id: "\(id)-time") } ?? "")\
            <p class="advice">\(ScreenIcon.sun.svg())<span dir="auto">\(hint)</span></p></div>
            """
    }

    private func modules(_ code: Screen.Code) -> String {
        let (modules, zone) = (code.modules, Screen.ModuleMatrix.quietZone)
        let side = modules.side + 2 * zone
        var path = ""
        for row in 0..<modules.side {
            for column in 0..<modules.side where modules.isDark(column, row) {
                path += "M\(column + zone) \(row + zone)h1v1h-1z"
            }
        }
        // Dark on light in any theme: cameras need it.
        return """
            <svg class="code" role="img" aria-label="\(HTMLText.escaped(code.alternative))" viewBox="0 0 \(side) \(side)" \
            shape-rendering="crispEdges"><rect width="\(side)" height="\(side)" fill="#fff"/><path fill="#000" d="\(path)"/></svg>
            """
    }

    private func countdown(_ countdown: Screen.Countdown, id: String) -> String {
        let left = countdown.secondsLeft(at: now)
        let words =
            if left == 0 {
                "<strong>\(HTMLText.escaped(language(.timeIsUp)))</strong>"
            } else if let label = countdown.label {
                "<span dir=\"auto\">\(HTMLText.escaped(label))</span> <strong>\(language.clock(left))</strong>"
            } else {
                "<span>\(HTMLText.escaped(language(.timeLeft(seconds: left))))</span>"
            }
        let share = countdown.share(at: now).map { Int(($0 * 100).rounded(.up)) }
        let ring =
            share.map {
                """
                <svg class="ring" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="10"/>\
                <circle class="rest" cx="12" cy="12" r="10" pathLength="100" stroke-dasharray="\($0) 100"/></svg>
                """
            } ?? ScreenIcon.clock.svg()
        // A timer is not announced each second; a screen reader reads the remaining time on request.
        return """
            <p class="countdown\(left <= Screen.Countdown.warning ? " soon" : "")" id="\(id)" role="timer" \
            aria-label="\(HTMLText.escaped(language(.timeLeft(seconds: left))))">\(ring)<span>\(words)</span></p>
            """
    }

    private func progress(_ progress: Screen.Progress, id: String) -> String {
        let label = HTMLText.escaped(progress.label ?? language(.pleaseWait))
        guard let percent = progress.percent else {
            guard screen.showsWork else {
                return """
                    <p class="busy" id="\(id)" role="status" aria-busy="true"><span class="turning"></span><span dir="auto">\(label)</span></p>
                    """
            }
            // The sign above the title says it; a screen reader gets the words.
            let isTold = progress.label != nil && progress.label != screen.title
            return """
                <p class="\(isTold ? "text" : "hidden")" id="\(id)" role="status" aria-busy="true" dir="auto">\(label)</p>
                """
        }
        let words = HTMLText.escaped(language(.percent(percent)))
        return """
            <div class="progress" id="\(id)"><span id="\(id)-label" dir="auto">\(label)</span> <span class="percent">\(words)</span>
            <progress max="100" value="\(percent)" aria-labelledby="\(id)-label">\(words)</progress></div>
            """
    }

    private func card(_ card: Screen.Card, id: String) -> String {
        func row(_ name: Phrase, _ value: String?) -> String {
            guard let value else { return "" }
            return """
                <span><span class="name">\(HTMLText.escaped(language(name)))</span>\
                <span class="hidden">: </span><bdi>\(HTMLText.escaped(value))</bdi></span>
                """
        }
        let art = card.art.map { "<img alt=\"\" src=\"\(data($0.bytes, "image/png"))\">" }
        let frozen = card.isFrozen ? "<em>\(HTMLText.escaped(language(.cardFrozen)))</em>" : ""
        return """
            <section class="card" id="\(id)" dir="ltr" aria-label="\(HTMLText.escaped(language(.cardEnding(card.lastFour))))">\
            \(art ?? "")<p class="product"><bdi>\(HTMLText.escaped(card.name))</bdi>\(frozen)</p>
            <p class="number" aria-hidden="true">\(card.maskedNumber)</p>
            <p class="below">\(row(.cardHolder, card.holder))\(row(.cardExpiry, card.expiry))</p></section>
            """
    }

    private func document(_ document: Screen.Document, id: String) -> String {
        let portrait = document.portrait.map { portrait in
            guard let type = portrait.mediaType else {
                return """
                    <div class="portrait" role="img" aria-label="\(HTMLText.escaped(language(.portraitMissing)))">\
                    \(ScreenIcon.person.svg())</div>
                    """
            }
            return """
                <img class="portrait" alt="\(HTMLText.escaped(portrait.alternative))" src="\(data(portrait.bytes, type))">
                """
        }
        return """
            <section class="document" id="\(id)"><div class="head">\(portrait ?? "")\
            <h2 dir="auto">\(HTMLText.escaped(document.title))</h2></div>\(rows(document.entries))</section>
            """
    }

    private func pass(_ pass: Screen.Pass, id: String) -> String {
        """
        <section class="pass" id="\(id)"><p class="top"><bdi>\(HTMLText.escaped(pass.issuer))</bdi></p>
        <h2 dir="auto">\(HTMLText.escaped(pass.title))</h2>\(rows(pass.fields))\
        \(pass.code.map { code($0, id: "\(id)-code") } ?? "")</section>
        """
    }

    private func empty(_ text: String, id: String) -> String {
        let sign = screen.isEmptyPlace ? "" : "<span class=\"sign\">\(ScreenIcon.receipt.svg())</span>"
        return "<div class=\"empty\" id=\"\(id)\">\(sign)<p dir=\"auto\">\(whole(text))</p></div>"
    }
}
