import JourneyBase

/// The style sheet of the report, made of the standard theme's tokens.
enum ReportStyle {
    static let css = """
        \(Theme.standard.styleVariables)
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--page); color: var(--text);
          font: var(--body); }
        header, main { max-width: 1240px; margin: 0 auto; padding: 0 24px; }
        header { padding-top: 40px; }
        h1 { font: var(--title); margin: 12px 0 8px; letter-spacing: -.01em; }
        h2 { font: var(--heading); margin: 40px 0 16px; }
        h3 { font: var(--heading); margin: 16px 0 0; display: flex; align-items: center; gap: 8px; }
        p { margin: 0; }
        .lead { color: var(--soft); max-width: 68ch; }
        .badge { display: inline-block; padding: 4px 12px; border-radius: var(--radius-sheet); font: var(--label); font-weight: 650; }
        .badge.good { color: var(--success); background: var(--success-tint); }
        .badge.bad { color: var(--danger); background: var(--danger-tint); }
        .figures { display: flex; flex-wrap: wrap; gap: 12px 32px; margin: 24px 0 0; }
        .figures div { display: flex; flex-direction: column-reverse; }
        .figures dt { color: var(--soft); font: var(--label); }
        .figures dd { margin: 0; font: var(--digits); font-weight: 650; font-variant-numeric: tabular-nums; }
        .steps { list-style: none; margin: 0; padding: 0; display: grid; gap: 32px 24px;
          grid-template-columns: repeat(auto-fill, minmax(250px, 1fr)); }
        .steps > li { min-width: 0; }
        .frames { display: grid; gap: 12px; }
        .phone { border: 1px solid var(--line); border-radius: var(--radius-sheet); padding: 8px; background: var(--surface);
          box-shadow: var(--shadow); }
        .phone img { display: block; width: 100%; border-radius: var(--radius-large); }
        .phone.none { aspect-ratio: 404 / 858; display: grid; place-items: center; color: var(--soft);
          text-align: center; padding: 24px; background: none;
          border-style: dashed; box-shadow: none; }
        .number { display: inline-grid; place-items: center; width: 24px; height: 24px; border-radius: 99px;
          background: var(--text); color: var(--page); font-size: .8rem; }
        .time { color: var(--soft); font: var(--label); margin: 2px 0 8px; }
        .events { list-style: none; margin: 0; padding: 8px 0 0; border-top: 1px solid var(--line); font: var(--label); }
        .events li { display: grid; grid-template-columns: 4.2em 1fr; gap: 8px; padding: 2px 0; overflow-wrap: anywhere; }
        .events .at { color: var(--soft); font-variant-numeric: tabular-nums; text-align: right; }
        .events small { color: var(--soft); font-size: .8rem; }
        .events .api { color: var(--accent); }
        .events .page { color: var(--soft); }
        .events .good { color: var(--success); font-weight: 650; }
        .events .bad { color: var(--danger); font-weight: 650; }
        .checks { list-style: none; margin: 0; padding: 0; }
        .checks li { padding: 6px 0 6px 30px; position: relative; border-bottom: 1px solid var(--line); }
        .checks li::before { position: absolute; left: 4px; font-weight: 700; }
        .checks .good::before { content: "✓"; color: var(--success); }
        .checks .bad::before { content: "✗"; color: var(--danger); }
        table { border-collapse: collapse; width: 100%; max-width: 720px; background: var(--surface);
          border: 1px solid var(--line); border-radius: var(--radius-medium); overflow: hidden; font-size: .9rem; }
        th, td { text-align: left; padding: 8px 14px; border-bottom: 1px solid var(--line); vertical-align: top; }
        tr:last-child th, tr:last-child td { border-bottom: 0; }
        th { color: var(--soft); font-weight: 500; width: 14em; }
        td { font-family: ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
        .facts { display: grid; gap: 6px; margin: 0 0 56px; font-size: .9rem; }
        .facts div { display: grid; grid-template-columns: 14em 1fr; gap: 12px; }
        .facts dt { color: var(--soft); }
        .facts dd { margin: 0; overflow-wrap: anywhere; }
        @media (max-width: 620px) { .facts div { grid-template-columns: 1fr; gap: 0; } th { width: 9em; } }
        """
}
