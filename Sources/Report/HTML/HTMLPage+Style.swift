extension HTMLPage {
    /// The style sheet of the page: one column on a phone, light and dark, and paper.
    static let style = """
        :root {
          --page: #f4f2ee; --card: #fffefc; --ink: #1d2227; --soft: #5b636b; --line: #e3dfd8; --zone: #f4f2ee;
          --good: #1d6b45; --good-tint: #e6f1ea; --bad: #a4262c; --bad-tint: #fae9e8;
          --open: #85560a; --open-tint: #faf0dc; --quiet: #5b636b; --quiet-tint: #efede9;
          --shadow: 0 1px 2px rgb(30 25 15 / .05), 0 6px 24px rgb(30 25 15 / .05);
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --page: #121518; --card: #1b1f24; --ink: #e9e7e2; --soft: #a2a9b0; --line: #2d333a; --zone: #14181c;
            --good: #7fd0a3; --good-tint: #17291f; --bad: #f29a94; --bad-tint: #341c1d;
            --open: #e6b866; --open-tint: #2e2515; --quiet: #a2a9b0; --quiet-tint: #23282e;
            --shadow: none;
          }
        }
        *, *::before, *::after { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; }
        body {
          margin: 0; background: var(--page); color: var(--ink); overflow-wrap: break-word;
          font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
        }
        main { max-width: 62rem; margin: 0 auto; padding: clamp(.75rem, 3vw, 2.5rem) clamp(.75rem, 3vw, 1.5rem); }
        h1, h2, h3, p, dl, dd, ol, ul, pre { margin: 0; padding: 0; }
        h2 { font-size: 1.05rem; font-weight: 650; line-height: 1.3; }
        h3 { font-size: .95rem; font-weight: 650; margin: 1.5rem 0 .25rem; }
        small { font-weight: 400; font-size: .875rem; color: var(--soft); margin-left: .35em; }
        .card {
          background: var(--card); border: 1px solid var(--line); border-radius: 14px; box-shadow: var(--shadow);
          padding: clamp(1rem, 3vw, 1.75rem); margin-bottom: 1rem;
        }
        .kicker { color: var(--soft); font-size: .875rem; }
        .hint, .notes { color: var(--soft); font-size: .8125rem; }
        .good { --tone: var(--good); --tint: var(--good-tint); }
        .bad { --tone: var(--bad); --tint: var(--bad-tint); }
        .open { --tone: var(--open); --tint: var(--open-tint); }
        .quiet { --tone: var(--quiet); --tint: var(--quiet-tint); }
        .icon { width: 1.375rem; height: 1.375rem; flex: none; }
        .icon circle { fill: var(--tint); stroke: none; }
        .icon path {
          fill: none; stroke: var(--tone); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round;
        }

        .hero { padding: 0; overflow: hidden; }
        .verdict {
          display: flex; align-items: center; gap: 1.25rem; background: var(--tint);
          padding: clamp(1.1rem, 3vw, 1.75rem);
        }
        .verdict .icon { width: 4rem; height: 4rem; }
        .verdict .icon circle { fill: var(--tone); }
        .verdict .icon path { stroke: var(--tint); }
        .verdict h1 {
          color: var(--tone); font-size: clamp(1.9rem, 6vw, 2.5rem); font-weight: 700; line-height: 1.15;
          letter-spacing: -.02em;
        }
        .verdict .kicker { color: var(--ink); opacity: .8; }
        .nothing { padding: 1.5rem; color: var(--soft); }
        .identity {
          display: grid; grid-template-columns: auto 1fr; grid-template-rows: auto 1fr;
          gap: .9rem clamp(1rem, 3vw, 2rem); padding: clamp(1rem, 3vw, 1.75rem); align-items: start;
        }
        .identity.plain { grid-template-columns: 1fr; grid-template-rows: none; }
        .portrait {
          grid-row: span 2; width: clamp(6.5rem, 22vw, 10rem); aspect-ratio: 35 / 45; object-fit: cover; border-radius: 8px;
          background: var(--quiet-tint); border: 1px solid var(--line);
        }
        .captured { display: block; max-width: 100%; max-height: 12rem; margin: .6rem 0; border-radius: 8px; border: 1px solid var(--line); }
        .name { font-size: clamp(1.25rem, 4vw, 1.6rem); letter-spacing: -.01em; margin-top: .1rem; }
        .fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: .75rem 1.5rem; }
        .fields dt { color: var(--soft); font-size: .8125rem; }
        .fields dd { font-variant-numeric: tabular-nums; }
        .mrz {
          grid-column: 1 / -1; background: var(--zone); border-radius: 8px; padding: .75rem 1rem; overflow-x: auto;
          font: clamp(.56rem, 2.05vw, .9rem)/1.6 ui-monospace, "Liberation Mono", "DejaVu Sans Mono", monospace;
          letter-spacing: .04em;
        }

        .answers { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem; margin-bottom: 1rem; }
        .answer { margin: 0; padding: 1.1rem 1.25rem 1.25rem; }
        .answer h2 { font-size: .875rem; font-weight: 500; color: var(--soft); }
        .word, .chain-word { display: flex; align-items: center; gap: .5rem; }
        .word { font-size: 1.2rem; font-weight: 650; color: var(--tone); margin: .2rem 0 .4rem; }
        .chain-word { font-weight: 650; color: var(--tone); margin: .5rem 0 1rem; }
        .answer .why { font-size: .9rem; line-height: 1.45; }
        .answer .hint { margin-top: .4rem; }

        .next ol { margin: .6rem 0 0; padding-left: 1.3rem; }
        .next li { margin-top: .4rem; padding-left: .25rem; }
        .next li::marker { color: var(--soft); }
        code {
          font: .875em ui-monospace, "Liberation Mono", "DejaVu Sans Mono", monospace; background: var(--quiet-tint);
          border-radius: 5px; padding: .1em .35em;
        }
        .checks { list-style: none; }
        summary { display: flex; align-items: center; gap: .75rem; padding: .6rem 0; cursor: pointer; list-style: none; }
        summary::-webkit-details-marker { display: none; }
        summary span::after { content: "›"; display: inline-block; margin-left: .6em; color: var(--soft); }
        details[open] summary span::after { transform: rotate(90deg); }
        summary:focus-visible, .scroll:focus-visible { outline: 2px solid var(--tone, var(--soft)); outline-offset: 3px; border-radius: 6px; }
        details .checks { padding-left: 2.125rem; }
        .checks + details { border-top: 1px solid var(--line); }
        .checks li { display: flex; gap: .75rem; padding: .6rem 0; border-top: 1px solid var(--line); }
        .checks li:first-child { border-top: 0; }
        .checks li > div { min-width: 0; flex: 1; }
        .checks .title, .chain .title { font-weight: 550; }
        .result { color: var(--tone); }
        .checks .result { margin-left: .25em; }
        .tag {
          font-size: .75rem; color: var(--soft); border: 1px solid var(--line); border-radius: 99px;
          padding: .05rem .5rem; margin-left: .5rem; white-space: nowrap;
        }
        .checks .why { margin: .1rem 0 .15rem; }

        .chain { list-style: none; }
        .chain li { position: relative; padding: 0 0 1.1rem 1.6rem; }
        .chain li::before {
          content: ""; position: absolute; left: .2rem; top: .5rem; width: .65rem; height: .65rem;
          border-radius: 50%; background: var(--soft);
        }
        .chain li:not(:last-child)::after {
          content: ""; position: absolute; left: .475rem; top: 1.35rem; bottom: -.25rem; width: .1rem;
          background: var(--line);
        }
        .chain li:last-child { padding-bottom: 0; }
        .chain .missing::before { background: var(--card); border: 2px solid var(--line); }
        .chain .missing .title { color: var(--soft); font-weight: 400; }
        .hash { font-family: ui-monospace, "Liberation Mono", "DejaVu Sans Mono", monospace; font-size: .72rem; }

        .scroll { overflow-x: auto; margin-top: .6rem; }
        table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }
        th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; font-weight: 400; }
        thead th { color: var(--soft); font-size: .8125rem; }
        tbody tr { border-top: 1px solid var(--line); }
        tbody th { font-weight: 550; white-space: nowrap; }
        th.number, td.number { text-align: right; white-space: nowrap; padding-right: 1.5rem; }
        .bar { width: 30%; vertical-align: middle; padding-right: 0; }
        .bar span { display: block; height: .45rem; border-radius: 99px; background: var(--soft); opacity: .45; }
        .plain-list { padding-left: 1.2rem; margin-top: .5rem; }
        footer { color: var(--soft); font-size: .875rem; padding: .75rem .25rem 2rem; }
        footer .fields { grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); }

        @media (max-width: 52rem) { .answers { grid-template-columns: repeat(2, 1fr); } }
        @media (max-width: 34rem) {
          .answers { grid-template-columns: 1fr; gap: .6rem; }
          .answer { display: grid; grid-template-columns: 1fr auto; align-items: center; padding: .85rem 1rem; }
          .answer .word { margin: 0; flex-direction: row-reverse; font-size: 1.05rem; }
          .answer .why, .answer .hint { grid-column: 1 / -1; margin-top: .25rem; }
          .verdict { gap: 1rem; }
          .verdict .icon { width: 3.25rem; height: 3.25rem; }
          .portrait { grid-row: auto; }
          .identity { grid-template-rows: none; }
          .identity .fields { grid-column: 1 / -1; grid-template-columns: repeat(auto-fill, minmax(8rem, 1fr)); }
          .mrz { padding: .6rem .7rem; }
          .bar { display: none; }
        }
        @media print {
          :root {
            --page: #fff; --card: #fff; --ink: #111; --soft: #50565c; --line: #d8d5cf; --zone: #f4f2ee;
            --good: #1d6b45; --good-tint: #e6f1ea; --bad: #a4262c; --bad-tint: #fae9e8;
            --open: #85560a; --open-tint: #faf0dc; --quiet: #5b636b; --quiet-tint: #efede9; --shadow: none;
          }
          @page { size: A4; margin: 14mm; }
          * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
          html { font-size: 9.5pt; }
          main { padding: 0; max-width: none; }
          .card { border-radius: 8px; padding: 4mm 5mm; margin-bottom: 3mm; }
          .hero { padding: 0; }
          .answers { grid-template-columns: repeat(3, 1fr); gap: 3mm; margin-bottom: 3mm; }
          .answer, .hero, .next, .signer, tr, .checks li, .chain li { break-inside: avoid; }
          .mrz { font-size: 8.5pt; }
          h2, h3 { break-after: avoid; }
          details::details-content { content-visibility: visible; block-size: auto; }
          summary span::after { content: none; }
          footer { padding-bottom: 0; }
        }
        """
}
