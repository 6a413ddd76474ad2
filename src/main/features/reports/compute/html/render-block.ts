import type { Markup } from '../../../../../shared/document/chart-block.ts'
import type { ChartBlock } from '../../../../../shared/document/chart-block.ts'
import {
  readCell,
  type Block,
  type Cell,
  type Column,
  type ComparisonCard,
  type Fact,
  type TableBlock,
} from '../../../../../shared/document/document.ts'
import { assertNever } from '../../../../../shared/kernel/assert-never.ts'
import { verdictLooks } from '../../../../../shared/kernel/words/verdict-words.ts'
import { safeHtml, joinMarkup } from './markup.ts'

/** A block as HTML. Figures carry their place in the report, so that a changed one can be named. */
export function renderBlock(block: Block, section: string): Markup {
  switch (block.kind) {
    case 'heading':
      return safeHtml`<h3>${block.text}</h3>`
    case 'text':
      return joinMarkup(block.lines.map((line) => safeHtml`<p>${line}</p>`))
    case 'facts':
      return safeHtml`<dl>
${joinMarkup(block.rows.map((row) => renderFact(row, section)))}
</dl>`
    case 'terms':
      return safeHtml`<dl>
${joinMarkup(block.rows.map(([label, text]) => safeHtml`<dt>${label}</dt><dd>${text}</dd>`))}
</dl>`
    case 'comparison':
      return joinMarkup(block.cards.map((card) => renderCard(card, section)))
    case 'code':
      return renderFolded(block.label, block.isFolded, safeHtml`<pre tabindex="0">${block.text}</pre>`)
    case 'quotes':
      return safeHtml`<p class="note">${block.label}</p>
<ul class="quotes">
${joinMarkup(block.texts.map((text) => safeHtml`<li>${text}</li>`))}
</ul>`
    case 'chart':
      return renderChart(block)
    case 'table':
      return block.isFolded
        ? renderFolded(block.caption, true, renderTable(block, section))
        : renderTable(block, section)
    default:
      return assertNever(block)
  }
}

function renderFact([label, value]: Fact, section: string): Markup {
  const place = formatFigurePlace(section, label)
  const values = typeof value === 'string' ? [value] : value
  return safeHtml`<dt>${label}</dt>${values.map((one) => safeHtml`<dd data-figure="${place}">${one}</dd>`)}`
}

function formatFigurePlace(...steps: readonly string[]): string {
  return steps.join(' / ')
}

function renderFolded(label: string, isFolded: boolean, content: Markup): Markup {
  if (!isFolded)
    return safeHtml`<h3>${label}</h3>
${content}`
  return safeHtml`<details><summary>${label}</summary>
${content}
</details>`
}

function renderCard({ title, lines }: ComparisonCard, section: string): Markup {
  return safeHtml`<article class="card"><h3>${title}</h3>
${joinMarkup(
  lines.map(
    ({
      word,
      items,
      note,
    }) => safeHtml`<div><b class="${word}">${verdictLooks[word].sign} ${verdictLooks[word].title}</b><ul>
${joinMarkup(items.map(({ metric, text }) => safeHtml`<li data-figure="${formatFigurePlace(section, title, metric)}">${metric} ${text}</li>`))}
${note === '' ? safeHtml`` : safeHtml`<li class="note" data-figure="${formatFigurePlace(section, title, verdictLooks[word].title)}">(${note})</li>`}
</ul></div>`,
  ),
)}
</article>`
}

function renderChart({ title, svg, note, legend }: ChartBlock): Markup {
  const keys = legend.map(({ sign, text }) => safeHtml`<li>${sign}${text}</li>`)
  const list =
    keys.length === 0
      ? safeHtml``
      : safeHtml`<ul class="legend">
${joinMarkup(keys)}
</ul>`
  return safeHtml`<figure><figcaption>${title}</figcaption>
${svg}
${list}
<p class="note">${note}</p>
</figure>`
}

function renderTable({ caption, columns, rows, note }: TableBlock, section: string): Markup {
  return safeHtml`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table>
<caption>${caption}</caption>
<thead>
${groupRow(columns)}<tr>${columns.map((column) => renderHeadCell(column))}</tr>
</thead>
<tbody>
${joinMarkup(
  rows.map(([first = '', ...cells]) => {
    const head = readCell(first)
    return safeHtml`<tr><th scope="row">${head.text}${renderDetail(head)}</th>
${joinMarkup(cells.map((cell, index) => renderBodyCell(cell, columns[index + 1], formatFigurePlace(section, caption, head.text))))}
</tr>`
  }),
)}
</tbody>
</table></div>${note === '' ? safeHtml`` : safeHtml`<p class="note">${note}</p>`}`
}

/** The names of groups above their columns; nothing where no column has one. */
function groupRow(columns: readonly Column[]): Markup {
  if (columns.every(({ group }) => group === undefined)) return safeHtml``
  const spans: { readonly label: string; readonly columns: number }[] = []
  for (const { group = '' } of columns.slice(1)) {
    const last = spans.at(-1)
    if (last?.label === group) spans.splice(-1, 1, { label: group, columns: last.columns + 1 })
    else spans.push({ label: group, columns: 1 })
  }
  return safeHtml`<tr><td class="group"></td>${spans.map(
    ({ label, columns: count }) =>
      safeHtml`<th class="group number" scope="colgroup" colspan="${count}">${label}</th>`,
  )}</tr>
`
}

function renderHeadCell({ label, detail, isNumber }: Column): Markup {
  const name = isNumber === true ? safeHtml` class="number"` : safeHtml``
  return safeHtml`<th scope="col"${name}>${label}${renderDetail(detail === undefined ? {} : { detail })}</th>`
}

function renderBodyCell(body: Cell, column: Column | undefined, row: string): Markup {
  const name = column?.isNumber === true ? safeHtml` class="number"` : safeHtml``
  const cell = readCell(body)
  const { verdict } = cell
  const word =
    verdict === undefined
      ? safeHtml``
      : safeHtml`<span class="verdict ${verdict.word}">${verdictLooks[verdict.word].sign} ${verdict.text}</span>`
  return safeHtml`<td${name} data-figure="${formatFigurePlace(row, column?.label ?? '')}">${cell.text}${renderDetail(cell)}${word}</td>`
}

function renderDetail({ detail }: Pick<Exclude<Cell, string>, 'detail'>): Markup {
  return detail === undefined || detail === '' ? safeHtml`` : safeHtml`<span class="detail">${detail}</span>`
}
