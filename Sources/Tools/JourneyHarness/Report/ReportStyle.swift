/// The style sheet of the report, for light and dark mode.
enum ReportStyle {
    static let css = """
        :root { --paper: #f6f7f9; --card: #fff; --ink: #16202b; --soft: #5b6875; --line: #dfe4ea; --good: #0b7a4b;
          --good-paper: #e2f5ec; --bad: #b3261e; --bad-paper: #fce8e6; --api: #1656b5; --mark: #16202b; }
        @media (prefers-color-scheme: dark) { :root { --paper: #10151b; --card: #1a212a; --ink: #e8edf2;
          --soft: #9aa7b4; --line: #2c3641; --good: #5fd3a1; --good-paper: #12352a; --bad: #ff9d94;
          --bad-paper: #42201d; --api: #8ab6ff; --mark: #e8edf2; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink);
          font: 16px/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif; }
        header, main { max-width: 1240px; margin: 0 auto; padding: 0 24px; }
        header { padding-top: 40px; }
        h1 { font-size: 2rem; line-height: 1.2; margin: 12px 0 8px; letter-spacing: -.01em; }
        h2 { font-size: 1.15rem; margin: 40px 0 16px; }
        h3 { font-size: 1rem; margin: 14px 0 0; display: flex; align-items: center; gap: 8px; }
        p { margin: 0; }
        .lead { color: var(--soft); max-width: 68ch; }
        .badge { display: inline-block; padding: 4px 12px; border-radius: 99px; font-size: .85rem; font-weight: 600; }
        .badge.good { color: var(--good); background: var(--good-paper); }
        .badge.bad { color: var(--bad); background: var(--bad-paper); }
        .figures { display: flex; flex-wrap: wrap; gap: 12px 40px; margin: 24px 0 0; }
        .figures div { display: flex; flex-direction: column-reverse; }
        .figures dt { color: var(--soft); font-size: .85rem; }
        .figures dd { margin: 0; font-size: 1.5rem; font-weight: 650; font-variant-numeric: tabular-nums; }
        .steps { list-style: none; margin: 0; padding: 0; display: grid; gap: 32px 24px;
          grid-template-columns: repeat(auto-fill, minmax(250px, 1fr)); }
        .steps > li { min-width: 0; }
        .frames { display: grid; gap: 12px; }
        .phone { border: 1px solid var(--line); border-radius: 22px; padding: 7px; background: var(--card);
          box-shadow: 0 1px 2px rgb(0 0 0 / .05), 0 8px 24px rgb(0 0 0 / .07); }
        .phone img { display: block; width: 100%; border-radius: 16px; }
        .phone.none { aspect-ratio: 404 / 858; display: grid; place-items: center; color: var(--soft);
          text-align: center; padding: 24px; background: none;
          border-style: dashed; box-shadow: none; }
        .number { display: inline-grid; place-items: center; width: 24px; height: 24px; border-radius: 99px;
          background: var(--mark); color: var(--paper); font-size: .8rem; }
        .time { color: var(--soft); font-size: .85rem; margin: 2px 0 8px; }
        .events { list-style: none; margin: 0; padding: 8px 0 0; border-top: 1px solid var(--line); font-size: .85rem; }
        .events li { display: grid; grid-template-columns: 4.2em 1fr; gap: 8px; padding: 2px 0; overflow-wrap: anywhere; }
        .events .at { color: var(--soft); font-variant-numeric: tabular-nums; text-align: right; }
        .events small { color: var(--soft); font-size: .8rem; }
        .events .api { color: var(--api); }
        .events .page { color: var(--soft); }
        .events .good { color: var(--good); font-weight: 600; }
        .events .bad { color: var(--bad); font-weight: 600; }
        .checks { list-style: none; margin: 0; padding: 0; }
        .checks li { padding: 6px 0 6px 30px; position: relative; border-bottom: 1px solid var(--line); }
        .checks li::before { position: absolute; left: 4px; font-weight: 700; }
        .checks .good::before { content: "✓"; color: var(--good); }
        .checks .bad::before { content: "✗"; color: var(--bad); }
        table { border-collapse: collapse; width: 100%; max-width: 720px; background: var(--card);
          border: 1px solid var(--line); border-radius: 12px; overflow: hidden; font-size: .9rem; }
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
