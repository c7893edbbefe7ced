import JourneyBase

/// The page of all pictures, with search and filters. It stands beside the folder `pictures` and loads nothing else.
package struct PictureIndex: Sendable {
    /// A picture with what was found on it.
    package struct Entry: Sendable {
        package var file: String
        package var product: String
        package var screen: String
        package var title: String
        package var language: String
        package var variant: PictureVariant
        /// The difference to the accepted picture: `same`, `changed` or `new`; `nil` without accepted pictures.
        package var change: String?
        /// The rules of axe that the page breaks, and what is cut off.
        package var findings: [String]

        package init(
            file: String, product: String, screen: String, title: String, language: String, variant: PictureVariant,
            change: String?, findings: [String]
        ) {
            self.file = file
            self.product = product
            self.screen = screen
            self.title = title
            self.language = language
            self.variant = variant
            self.change = change
            self.findings = findings
        }
    }

    private let entries: [Entry]

    package init(_ entries: [Entry]) { self.entries = entries }

    /// The whole page.
    package var html: String {
        let data = JSONValue.array(
            entries.map { entry in
                [
                    "file": .string(entry.file), "product": .string(entry.product), "screen": .string(entry.screen),
                    "title": .string(entry.title), "language": .string(entry.language),
                    "mode": .string(entry.variant.mode == .dark ? "dark" : "light"),
                    "text": .string("\(entry.variant.textPercent)"), "width": .string("\(entry.variant.width)"),
                    "state": .string(entry.change ?? "not compared"),
                    "axe": .array(entry.findings.map { .string($0) }),
                    "findings": .string(entry.findings.isEmpty ? "none" : "some"),
                ]
            })
        // No text of a screen can end the element.
        let text = data.compactText.replacing("<", with: "\\u003c")
        return """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>Screens</title>
            <style>
            \(Theme.standard.styleVariables)
            body { font: var(--body); margin: 0; background: var(--page); color: var(--text); }
            header { position: sticky; top: 0; background: var(--surface); padding: var(--space-medium) var(--edge); display: flex;
                flex-wrap: wrap; gap: var(--space-small) var(--space-regular); align-items: center; box-shadow: var(--shadow); }
            h1 { font: var(--heading); margin: 0; }
            input, select { font: inherit; padding: var(--space-tight) var(--space-small); }
            main { display: flex; flex-wrap: wrap; gap: var(--space-large); padding: var(--edge); align-items: flex-start; }
            figure { margin: 0; max-width: 100%; }
            img { display: block; width: auto; max-width: 100%; background: var(--surface); border: 1px solid var(--line); }
            figcaption { font: var(--caption); max-width: 20rem; }
            .some, .changed { color: var(--danger); font-weight: 650; }
            </style>
            <header><h1>Screens</h1><label>Search <input id="words" type="search"></label><span id="filters"></span>
            <output id="count"></output></header>
            <main id="list"></main>
            <script type="application/json" id="data">\(text)</script>
            <script>
            const all = JSON.parse(document.getElementById("data").textContent);
            const names = ["product", "language", "mode", "text", "width", "state", "findings"];
            const first = { language: "en", mode: "light", text: "100", width: "390" };
            const chosen = {};
            for (const name of names) {
                const values = [...new Set(all.map((one) => one[name]))];
                const select = document.createElement("select");
                select.setAttribute("aria-label", name);
                select.append(new Option("any " + name, ""), ...values.map((value) => new Option(name + ": " + value, value)));
                if (values.includes(first[name])) select.value = first[name];
                select.addEventListener("change", draw);
                chosen[name] = select;
                document.getElementById("filters").append(select, " ");
            }
            document.getElementById("words").addEventListener("input", draw);
            function draw() {
                const words = document.getElementById("words").value.toLowerCase();
                const fits = (one) => names.every((name) => !chosen[name].value || chosen[name].value === one[name])
                    && (one.screen + " " + one.title).toLowerCase().includes(words);
                const shown = all.filter(fits);
                document.getElementById("count").textContent = shown.length + " of " + all.length;
                document.getElementById("list").replaceChildren(...shown.slice(0, 400).map((one) => {
                    const figure = document.createElement("figure");
                    const picture = new Image();
                    picture.loading = "lazy";
                    picture.src = one.file;
                    picture.alt = one.title;
                    const caption = document.createElement("figcaption");
                    caption.textContent = [one.screen, one.language, one.mode, one.text + " %", one.width, one.state, ...one.axe]
                        .join(" · ");
                    caption.className = one.axe.length ? "some" : one.state;
                    figure.append(picture, caption);
                    return figure;
                }));
            }
            draw();
            </script>
            </html>
            """
    }
}
