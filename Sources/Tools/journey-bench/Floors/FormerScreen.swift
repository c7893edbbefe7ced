/// The page of a payment's approval as version 1.0 drew it, to measure against.
enum FormerScreen {
    static let payment = """
        <!doctype html>
        <html lang="en" dir="ltr">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Approve this payment</title>
        <style>:root { color-scheme: light dark; font-size: 100%; --radius: 12px; --page: #eef2f5;
            --surface: #ffffff; --text: #16202a; --soft: #4a5866; --border: #76838f; --accent: #0b5fae;
            --on-accent: #ffffff; --danger: #a3131f; --on-danger: #ffffff; --success: #17693a; --warning: #7a4e00; }
        @media (prefers-color-scheme: dark) { :root { --page: #0f151b; --surface: #18212a; --text: #eef2f5;
            --soft: #b0bdc9; --border: #7c8b99; --accent: #7cb9f5; --on-accent: #07203a; --danger: #ff9ca4;
            --on-danger: #3a0509; --success: #7fd6a0; --warning: #f2c469; } }
        body { font: 1.0625rem/1.5 Inter, "DejaVu Sans", system-ui, sans-serif; }
        * { box-sizing: border-box; }
        html, body { margin: 0; min-height: 100%; }
        body { background: var(--page); color: var(--text); overflow-wrap: anywhere; }
        main { min-height: 100vh; padding: min(1.5rem, 6vw); display: flex; align-items: center; justify-content: center; }
        form { width: 100%; max-width: 26rem; padding: 1.75rem min(1.5rem, 6vw); background: var(--surface);
            border: 1px solid var(--border); border-radius: var(--radius); }
        h1 { margin: 0 0 0.5rem; font-size: 1.5rem; line-height: 1.3; }
        h2 { margin: 1rem 0 0.25rem; font-size: 1rem; }
        p { margin: 0 0 1.125rem; }
        .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
        .logo img { max-width: 100%; max-height: 3rem; margin-bottom: 1rem; }
        .text { color: var(--soft); white-space: pre-line; }
        .error, .notice { padding: 0.625rem 0.75rem; border: 1px solid currentColor; border-inline-start-width: 0.3rem;
            border-radius: calc(var(--radius) / 2); }
        .notice span { color: var(--text); }
        .error, .fault, .bad { color: var(--danger); }
        .info { color: var(--accent); }
        .success { color: var(--success); }
        .warning { color: var(--warning); }
        [hidden], .fault:empty { display: none; }
        .picture { margin: 0 0 1.125rem; text-align: center; }
        .picture img { max-width: 100%; }
        .code:is(svg) { width: min(100%, 18rem); display: block; margin: 0 auto; }
        .countdown strong { font-variant-numeric: tabular-nums; }
        .busy { padding-inline-start: 2.4rem; position: relative; color: var(--soft); }
        .busy::before { content: ""; position: absolute; inset-inline-start: 0; top: 0.05rem; width: 1.5rem; height: 1.5rem;
            border-radius: 50%; border: 3px solid var(--border); border-top-color: var(--accent);
            animation: turn 1s linear infinite; }
        .progress { margin: 0 0 1.125rem; display: grid; grid-template-columns: 1fr auto; gap: 0.25rem 0.75rem; }
        .progress > :first-child { grid-column: 1 / -1; }
        progress { width: 100%; height: 0.75rem; align-self: center; appearance: none; border: 1px solid var(--border);
            border-radius: 1rem; overflow: hidden; background: var(--surface); }
        progress::-webkit-progress-bar { background: var(--surface); }
        progress::-webkit-progress-value { background: var(--accent); }
        .card { margin: 0 0 1.125rem; padding: 1.125rem min(1.25rem, 5vw); border-radius: calc(var(--radius) + 4px);
            background: var(--accent); color: var(--on-accent); }
        .card img { display: block; max-width: 100%; margin: 0 0 0.75rem; border-radius: var(--radius); }
        .card p { margin: 0; display: flex; justify-content: space-between; gap: 1rem; flex-wrap: wrap; }
        .card .name { font-weight: 600; }
        .card em { font-style: normal; border: 1px solid currentColor; border-radius: 1rem; padding: 0 0.6rem; }
        .card .number { margin: 1.5rem 0 0.5rem; font-size: 1.25rem; letter-spacing: 0.06em; justify-content: flex-start; }
        .field { margin: 0 0 1.125rem; }
        fieldset { margin: 0; padding: 0; border: 0; }
        legend { padding: 0; font-weight: 600; }
        label { display: block; margin: 0 0 0.375rem; font-weight: 600; }
        .hint, .mark { color: var(--soft); font-weight: 400; font-size: 0.9375rem; }
        p.hint { margin: 0 0 0.375rem; }
        .option .hint { display: block; }
        .mark { display: inline-block; border: 1px solid var(--border); border-radius: 1rem; padding: 0 0.5rem; }
        .pad:not([hidden]) { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 0.5rem;
            margin: 0.75rem 0 0; }
        .fault { margin: 0.375rem 0 0; }
        input { font: inherit; color: inherit; background: var(--surface); }
        input:not([type="radio"], [type="checkbox"]) { width: 100%; padding: 0.75rem 0.875rem; border: 1px solid var(--border);
            border-radius: calc(var(--radius) * 0.8); }
        input.code { font-size: 1.5rem; letter-spacing: 0.4em; text-align: center; }
        input[aria-invalid="true"] { border-color: var(--danger); border-width: 2px; }
        .option { display: flex; gap: 0.75rem; align-items: flex-start; margin: 0; padding: 0.625rem 0; font-weight: 400;
            cursor: pointer; }
        .option + .option { border-top: 1px solid var(--border); }
        .option input { flex: none; width: 1.375rem; height: 1.375rem; margin: 0.1rem 0 0; accent-color: var(--accent); }
        button { display: block; width: 100%; margin: 0.75rem 0 0; padding: 0.8rem 1rem; font: inherit; font-weight: 600;
            border: 1px solid transparent; border-radius: calc(var(--radius) * 0.8); cursor: pointer; background: none;
            color: var(--accent); }
        .pad button { margin: 0; padding-inline: 0; font-size: 1.25rem; color: var(--text); border-color: var(--border); }
        .primary { background: var(--accent); color: var(--on-accent); }
        .destructive { background: var(--danger); color: var(--on-danger); }
        .secondary { border-color: var(--accent); }
        .cancel, .back, button:disabled { color: var(--soft); }
        button:disabled { cursor: default; background: none; border-color: var(--border); }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        @keyframes turn { to { transform: rotate(360deg); } }
        @media (prefers-reduced-motion: reduce) { .busy::before { animation: none; } }
        @media (max-width: 22rem) { main { padding: 0; } form { border: 0; border-radius: 0; min-height: 100vh; } }</style>
        </head>
        <body data-screen="transaction-approval" data-drawing="0">
        <main>
        <form autocomplete="off" novalidate>
        <h1 id="title" dir="auto">Approve this payment</h1>
        <p class="error" id="error" role="alert" hidden></p>
        <p class="text" id="body-0" dir="auto">Rent for May</p>
        <p class="text" id="body-1" dir="auto">Amount: £1,250.00
        Fee: £0.50
        To: Amelia Stone
        Account: 04-00-04 12345678</p>
        <button type="submit" name="action" id="action-0" value="approve" class="primary"><span dir="auto">Pay £1,250.50</span></button>
        <button type="submit" name="action" id="action-1" value="cancel" class="cancel"><span dir="auto">Cancel</span></button>
        </form>
        </main>
        </body>
        </html>
        """
}
