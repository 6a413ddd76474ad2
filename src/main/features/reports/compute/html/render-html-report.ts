import type { Markup } from '../../../../../shared/document/chart-block.ts'
import { buildReport } from '../document/build-report.ts'
import type { ReportDocument } from '../document/report-document.ts'
import { reportDataSchema, type ReportInput } from '../document/report-input.ts'
import { safeHtml, joinMarkup, trustMarkup } from './markup.ts'
import { renderBlock } from './render-block.ts'
import { renderDataIsland } from './render-data-island.ts'

const light = `
  color-scheme: light;
  --ground: #ffffff; --surface: #f6f7f9; --line: #dde1e7; --line-strong: #c4cad3;
  --text: #1d2127; --muted: #59616d; --accent: #2563c9; --better: #096b5f; --worse: #9a4a00;
  --margin: #e3ecfb;
  --hue-0: #0072b2; --hue-1: #d55e00; --hue-2: #00875f; --hue-3: #aa4499;
  --hue-4: #2e8bc9; --hue-5: #a87400; --hue-6: #6f6a00; --hue-7: #4a525e;`

const dark = `
  color-scheme: dark;
  --ground: #15171b; --surface: #1a1d22; --line: #2b3038; --line-strong: #3d444f;
  --text: #d9dce2; --muted: #9aa2ae; --accent: #6ba3ff; --better: #45c9b5; --worse: #f0a35e;
  --margin: #1f2e47;
  --hue-0: #4fa3e0; --hue-1: #f08a4b; --hue-2: #33c49a; --hue-3: #d98cc0;
  --hue-4: #9ad4f7; --hue-5: #e6b23c; --hue-6: #d8d06a; --hue-7: #b4bac4;`

const hues = Array.from({ length: 8 }, (_, hue) => `.hue-${hue} { --hue: var(--hue-${hue}); }`).join('\n')

/** The one style sheet of a report: the app's palette, dark and light, and what paper needs. */
const reportStyle = `
:root {${light}
}
@media (prefers-color-scheme: dark) { :root {${dark}
} }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 13px/20px system-ui, sans-serif; overflow-wrap: anywhere; }
header, main, footer { max-width: 1180px; margin: 0 auto; padding: 0 24px; }
header { padding-top: 32px; }
h1 { margin: 0; font-size: 22px; line-height: 28px; font-weight: 600; }
h2 { margin: 40px 0 12px; padding-top: 12px; border-top: 1px solid var(--line); font-size: 15px; font-weight: 600; }
h3 { margin: 20px 0 6px; font-size: 13px; font-weight: 600; }
p { margin: 8px 0; max-width: 820px; }
.question { margin: 8px 0 12px; font-size: 15px; line-height: 22px; white-space: pre-line; }
.line { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 8px 0 0; padding: 0; list-style: none; color: var(--muted); }
nav { margin: 16px 0 0; display: flex; flex-wrap: wrap; gap: 4px 16px; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
footer { margin-top: 40px; padding-top: 12px; padding-bottom: 32px; color: var(--muted); }
.note { color: var(--muted); }

.front > p:first-child { max-width: none; margin: 16px 0 8px; font-size: 22px; line-height: 30px; font-weight: 600; }
.front dl { grid-auto-flow: column; grid-template-columns: none; gap: 0 40px; margin: 16px 0; justify-content: start; }
.front.lines-1 dl { grid-template-rows: auto auto; }
.front.lines-2 dl { grid-template-rows: repeat(3, auto); }
.front.lines-3 dl { grid-template-rows: repeat(4, auto); }
.front dd { font-size: 17px; line-height: 24px; }
.front td { white-space: pre-line; }
.front caption { display: none; }
.front h3:last-of-type + p { font-size: 15px; line-height: 22px; font-weight: 600; }
.appendix { margin: 48px 0 0; padding-top: 16px; border-top: 2px solid var(--line-strong); font-size: 17px; font-weight: 600; break-before: page; }

.card { padding: 10px 0; border-top: 1px solid var(--line); break-inside: avoid; }
.card:first-of-type { border-top: 0; }
.card h3 { margin: 0 0 4px; }
.card div { display: grid; grid-template-columns: 210px 1fr; gap: 0 12px; }
.card ul { margin: 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: 0 20px; }
.card b, dt, .facts dt { font-weight: 500; }
.better { color: var(--better); fill: var(--better); }
.worse { color: var(--worse); fill: var(--worse); }
.no-difference, .not-enough-data { color: var(--muted); fill: var(--muted); }
.card .no-difference ~ ul, .card .not-enough-data ~ ul { color: var(--muted); }

dl { display: grid; grid-template-columns: minmax(160px, max-content) 1fr; gap: 2px 20px; margin: 8px 0 16px; }
dt { color: var(--muted); }
dd { margin: 0; font-variant-numeric: tabular-nums; }

.scroll { overflow-x: auto; margin: 8px 0 16px; }
table { border-collapse: separate; border-spacing: 0; width: 100%; font-size: 12px; line-height: 17px; overflow-wrap: normal; }
caption { padding: 4px 0 6px; text-align: start; color: var(--muted); }
th, td { padding: 5px 16px 5px 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; font-weight: 400; }
thead th { color: var(--muted); vertical-align: bottom; border-bottom-color: var(--line-strong); font-weight: 500; }
thead .group.group { border-bottom: 0; padding-bottom: 0; font-weight: 600; color: var(--text); text-align: center; }
thead th:first-child, tbody th { position: sticky; inset-inline-start: 0; background: var(--ground); min-width: 130px; max-width: 340px; overflow-wrap: anywhere; }
tbody td { min-width: 56px; max-width: 460px; overflow-wrap: anywhere; }
td.number, th.number { text-align: end; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
td:last-child, th:last-child { padding-inline-end: 4px; }
.detail, .verdict { display: block; font-size: 11px; line-height: 15px; }
.verdict { white-space: nowrap; }
.detail { color: var(--muted); font-weight: 400; }
tbody tr { break-inside: avoid; }

details { margin: 8px 0; }
summary { cursor: pointer; color: var(--accent); width: fit-content; }
pre { margin: 8px 0 16px; padding: 10px 12px; background: var(--surface); border: 1px solid var(--line); border-radius: 6px; font: 12px/18px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.quotes { display: flex; flex-wrap: wrap; gap: 4px 8px; margin: 4px 0 12px; padding: 0; list-style: none; }
.quotes li { padding: 1px 8px; max-width: 100%; max-height: 12lh; overflow: hidden; background: var(--surface); border: 1px solid var(--line); border-radius: 6px; font: 12px/18px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; white-space: pre-wrap; }

figure { margin: 12px 0 20px; break-inside: avoid; }
figcaption { margin-bottom: 4px; font-weight: 600; }
.plot { display: block; width: 100%; max-width: 860px; height: auto; font: 11px system-ui, sans-serif; }
.grid { stroke: var(--line); stroke-width: 1; }
.zero { stroke: var(--muted); stroke-width: 1.2; }
.tick, .axis-name { fill: var(--muted); font-variant-numeric: tabular-nums; }
.plot .label { fill: var(--text); }
.plot .better { fill: var(--better); }
.plot .worse { fill: var(--worse); }
.plot .no-difference, .plot .not-enough-data { fill: var(--muted); }
.mark { fill: var(--hue); stroke: var(--ground); stroke-width: 1; }
.dot { fill: var(--hue); fill-opacity: 0.55; }
.bar { fill: var(--hue); }
.whisker { stroke: var(--hue); stroke-width: 1.2; fill: none; stroke-opacity: 0.6; }
.whisker.strong { stroke: var(--text); stroke-opacity: 1; stroke-width: 1.6; }
.chance { stroke: var(--hue); stroke-width: 2; }
.front { fill: none; stroke: var(--muted); stroke-width: 1.2; stroke-dasharray: 5 4; }
.margin { fill: var(--margin); }
.noise { fill: none; stroke: var(--muted); stroke-width: 1; stroke-dasharray: 3 3; }
.legend { display: flex; flex-wrap: wrap; gap: 2px 20px; margin: 6px 0 0; padding: 0; list-style: none; font-size: 12px; }
.key { vertical-align: -2px; margin-inline-end: 6px; }
${hues}

@page { size: A4; margin: 14mm 12mm; }
@media print {
  :root {${light}
  }
  body { font-size: 9pt; line-height: 13pt; }
  header, main, footer { max-width: none; padding: 0; }
  nav, summary { display: none; }
  header { padding-top: 0; }
  h1 { font-size: 13pt; line-height: 17pt; }
  .question { margin: 2pt 0 4pt; font-size: 10pt; line-height: 14pt; }
  .front > p:first-child { margin: 8pt 0 4pt; font-size: 18pt; line-height: 24pt; }
  .front figure { margin: 6pt 0; }
  .front h3 { margin: 8pt 0 3pt; font-size: 9pt; }
  .front dl { margin: 6pt 0; }
  .front dd { font-size: 12pt; line-height: 16pt; }
  .front td, .front tbody th { font-size: 8pt; line-height: 11pt; }
  .front h3:last-of-type + p { font-size: 11pt; line-height: 15pt; }
  h2, h3, caption, figcaption { break-after: avoid; }
  h2 { margin-top: 20pt; }
  .scroll { overflow: visible; }
  table { font-size: 7.5pt; line-height: 10pt; }
  .detail, .verdict { font-size: 6.5pt; line-height: 9pt; white-space: normal; }
  thead { display: table-header-group; }
  thead th:first-child, tbody th { position: static; min-width: 20mm; }
  tbody td { min-width: 0; }
  th, td { padding-inline-end: 4pt; }
  pre, .quotes li { font-size: 7.5pt; line-height: 10pt; }
  details::details-content { content-visibility: visible; display: block; }
}
@media (max-width: 700px) { .card div, dl { grid-template-columns: 1fr; } }
`

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/** A report as one HTML file that needs neither network nor scripts, with the data that it was made of inside. */
export function renderHtmlReport(input: ReportInput): string {
  const { title, question, line, front, sections, foot } = buildReport(input)
  const anchored = sections.map((section) => ({ ...section, anchor: formatAnchor(section.title) }))
  return safeHtml`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>${title} – Dewpoint</title>
<style>${trustMarkup(reportStyle)}</style>
</head>
<body>
<header>
<h1>${title}</h1>
${question === '' ? safeHtml`` : safeHtml`<p class="question">${question}</p>`}
<ul class="line">
${joinMarkup(line.map((text, index) => safeHtml`<li data-figure="Summary / ${index + 1}">${text}</li>`))}
</ul>
</header>
<main>
${renderFrontPage(front)}
<nav aria-label="Sections">${anchored.map(({ title: name, anchor }) => safeHtml`<a href="#${anchor}">${name}</a>`)}</nav>
${joinMarkup(
  anchored.map(
    ({
      title: name,
      anchor,
      blocks,
    }) => safeHtml`<section aria-labelledby="${anchor}"><h2 id="${anchor}">${name}</h2>
${joinMarkup(blocks.map((block) => renderBlock(block, name)).filter(({ markup }) => markup !== ''))}
</section>`,
  ),
)}
</main>
<footer>${foot}</footer>
${renderDataIsland(reportDataSchema.parse(input))}
</body>
</html>
`.markup
}

/** The first page; all that follows it is an appendix. */
function renderFrontPage(front: ReportDocument['front']): Markup {
  if (front.length === 0) return safeHtml``
  const [numbers] = front.flatMap((block) => (block.kind === 'facts' ? [block.rows] : []))
  const values = numbers?.[0]?.[1]
  const lines = Array.isArray(values) ? values.length : 1
  const blocks = front.map((block) => renderBlock(block, 'Answer')).filter(({ markup }) => markup !== '')
  return safeHtml`<section class="front lines-${lines}" aria-label="Answer">
${joinMarkup(blocks)}
</section>
<p class="appendix">Appendix</p>`
}

function formatAnchor(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z]+/g, '-')
}
