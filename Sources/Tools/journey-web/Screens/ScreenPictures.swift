import Foundation
import JourneyBase
import JourneyCLI
import JourneyHarness
import JourneyScreensTool
import JourneyWeb

/// Draws every screen of every product in each variant, and writes the pictures with a page that shows them.
struct ScreenPictures {
    let folder: URL
    let languages: [Language]
    /// The only screen to draw; `nil` for all.
    let screen: String?
    let accepted: AcceptedPictures?
    /// The source of axe; `nil` where its Python package is not installed.
    let axe: String?
    let terminal: Terminal

    /// The result of a run.
    struct Summary {
        var pictures = 0
        var findings = 0
        /// The differences to the accepted pictures; `nil` without them.
        var differences: PictureDifferences?
    }

    /// Draws the screens. Throws `CommandError`, and the engine's errors.
    func draw() async throws -> Summary {
        let pictures = folder.appending(path: "pictures")
        try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
        var (summary, entries, hashes) = (Summary(), [PictureIndex.Entry](), AcceptedPictures())
        for language in languages {
            let catalog = try await ScreenCatalog(in: language)
            let shown = catalog.entries.filter { screen == nil || $0.screen.id == screen || $0.name == screen }
            let presenter = try await WebPresenter.make(language: language, dependencies: catalog.dependencies)
            // A window takes a size from its second appearance on.
            let between = Screen(id: "between", title: "…")
            await presenter.show(between)
            await presenter.waitUntilDrawn(between)
            for variant in PictureVariant.all {
                await presenter.setAppearance(
                    width: variant.width, height: variant.height, textPercent: variant.textPercent,
                    isDark: variant.mode == .dark)
                // Another id, so that it is drawn anew and the window appears.
                await presenter.apply(nil)
                let size = Screen(id: "size-\(variant.name)", title: "…")
                await presenter.show(size)
                await presenter.waitUntilDrawn(size)
                _ = await presenter.page.evaluate(
                    ScreenPictures.measure, arguments: ["width": .string("\(variant.width)")])
                var last = size.id
                for entry in shown {
                    await presenter.apply(entry.brand)
                    let (picture, findings) = try await draw(entry.screen, after: last, variant, presenter)
                    last = entry.screen.id
                    let name = "\(entry.name)-\(language.tag)"
                    let file = "\(name)-\(variant.name).png"
                    try Data(picture).write(to: pictures.appending(path: file))
                    let hash = AcceptedPictures.hash(picture)
                    hashes.set(hash, screen: name, variant: variant)
                    let change = accepted.map { accepted in
                        accepted.hash(of: name, variant).map { $0 == hash ? "same" : "changed" } ?? "new"
                    }
                    summary.pictures += 1
                    summary.findings += findings.count
                    for finding in findings { terminal.talk("\(file): \(finding)") }
                    entries.append(
                        PictureIndex.Entry(
                            file: "pictures/\(file)", product: entry.product, screen: entry.name,
                            title: entry.screen.title, language: language.tag, variant: variant, change: change,
                            findings: findings))
                }
            }
            await presenter.close()
        }
        try Data(PictureIndex(entries).html.utf8).write(to: folder.appending(path: "index.html"))
        let head = "Accepted pictures of screens; \(await WebPresenter.engineName). Made by journey screens --out."
        try Data(hashes.text(head: head).utf8).write(to: folder.appending(path: "screens.txt"))
        summary.differences = accepted.map { accepted in
            hashes.differences(from: accepted) { name in
                // A chosen screen is missing nowhere else.
                screen == nil && languages.contains { name.hasSuffix("-\($0.tag)") }
            }
        }
        return summary
    }

    private func draw(
        _ screen: Screen, after last: String, _ variant: PictureVariant, _ presenter: WebPresenter
    ) async throws -> (picture: [UInt8], findings: [String]) {
        // A shown screen of the same id would be updated in place, with the input's state.
        if last == screen.id { await presenter.show(Screen(id: "between", title: "…")) }
        await presenter.show(screen)
        await presenter.waitUntilDrawn(screen)
        let page = await presenter.page
        // The page's policy forbids scripts to make scripts, so axe is a part of this one.
        let found = await page.evaluate(
            (axe.map { $0 + "\n" } ?? "") + ScreenPictures.measure, arguments: ["width": .string("\(variant.width)")])
        guard let found, let list = try? JSONReader.read(Array(found.utf8)) else {
            throw CommandError.failed(.screenNotDrawn, "The engine did not draw the screen \(screen.id).")
        }
        return (try await page.snapshot(isWhole: true), list.array?.compactMap(\.string) ?? [])
    }

    /// Waits for the window's size, returns what is cut off, the words that break inside, and the rules of axe that the page
    /// breaks, and lets a long page end with its actions, as its whole picture needs.
    private static let measure = """
        const root = document.documentElement;
        for (let i = 0; i < 250 && innerWidth !== Number(width); i++) await new Promise((done) => setTimeout(done, 20));
        const findings = [];
        if (innerWidth !== Number(width)) findings.push("the window is " + innerWidth + " wide");
        if (root.scrollWidth > root.clientWidth) findings.push("cut off: " + (root.scrollWidth - root.clientWidth) + " px");
        for (const part of document.querySelectorAll("h1, h2, p, dd, dt, button, label, .words, .number")) {
            if (part.closest(".hidden, [hidden]")) continue;
            const box = part.getBoundingClientRect();
            if (box.width > 0 && part.scrollWidth > Math.ceil(box.width) + 1) {
                findings.push("cut off: " + (part.id || part.className || part.tagName));
            }
        }
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
            const text = texts.currentNode;
            if (text.parentElement.closest(".hidden, [hidden], svg, details:not([open]) > p")) continue;
            for (const word of text.data.matchAll(/[^\\s\\u00a0]+/g)) {
                const range = document.createRange();
                let [last, start] = [null, 0];
                for (let i = 0; i < word[0].length; i++) {
                    range.setStart(text, word.index + i);
                    range.setEnd(text, word.index + i + 1);
                    const box = [...range.getClientRects()].at(-1);
                    if (!box?.width) continue;
                    const [before, after] = [word[0].slice(start, i), word[0].slice(i)];
                    // English words are hyphenated after six letters and before four; elsewhere a line ends with a hyphen of its own.
                    const isHyphenated = root.lang === "en" && /[a-z]{6}$/i.test(before) && /^[a-z]{3}[a-z…]/i.test(after);
                    if (last && Math.abs(box.top - last.top) > box.height * 0.6) {
                        if (!before.endsWith("-") && !isHyphenated) findings.push("broken inside: " + before + "|" + after);
                        start = i;
                    }
                    last = box;
                }
            }
        }
        if (globalThis.axe) {
            const result = await globalThis.axe.run(document, { resultTypes: ["violations"] });
            for (const one of result.violations) {
                findings.push("axe " + one.id + ": " + one.nodes.map((node) => node.target.join(" ")).join(", "));
            }
        }
        root.style.caretColor = "transparent";
        if (root.scrollHeight > innerHeight) document.getElementById("footer").style.position = "static";
        return JSON.stringify(findings);
        """
}
