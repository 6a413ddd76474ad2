import { buildReport } from '../document/build-report.ts'
import { reportDataSchema, type ReportInput } from '../document/report-input.ts'
import { dataIsland } from './data-island.ts'
import { safeHtml, joined, trusted } from './markup.ts'
import { renderBlock } from './render-block.ts'
import { reportStyle } from './report-style.ts'

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/** A report as one HTML file that needs neither network nor scripts, with the data that it was made of inside. */
export function htmlReport(input: ReportInput): string {
  const { title, question, line, sections, foot } = buildReport(input)
  const anchored = sections.map((section) => ({ ...section, anchor: anchorOf(section.title) }))
  return safeHtml`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>${title} – Dewpoint</title>
<style>${trusted(reportStyle)}</style>
</head>
<body>
<header>
<h1>${title}</h1>
${question === '' ? safeHtml`` : safeHtml`<p class="question">${question}</p>`}
<ul class="line">
${joined(line.map((text, index) => safeHtml`<li data-figure="Summary / ${index + 1}">${text}</li>`))}
</ul>
<nav aria-label="Sections">${anchored.map(({ title: name, anchor }) => safeHtml`<a href="#${anchor}">${name}</a>`)}</nav>
</header>
<main>
${joined(
  anchored.map(
    ({
      title: name,
      anchor,
      blocks,
    }) => safeHtml`<section aria-labelledby="${anchor}"><h2 id="${anchor}">${name}</h2>
${joined(blocks.map((block) => renderBlock(block, name)))}
</section>`,
  ),
)}
</main>
<footer>${foot}</footer>
${dataIsland(reportDataSchema.parse(input))}
</body>
</html>
`.markup
}

function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z]+/g, '-')
}
