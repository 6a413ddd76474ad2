import { readCell, type Block, type Cell, type TableBlock } from '../../../../../shared/document/document.ts'
import { assertNever } from '../../../../../shared/kernel/assert-never.ts'
import { findLargest } from '../../../../../shared/kernel/find-extreme.ts'
import { showOnTerminal } from '../../../../../shared/kernel/show-controls.ts'
import { verdictLooks } from '../../../../../shared/kernel/words/verdict-words.ts'
import { buildReport } from '../document/build-report.ts'
import type { ReportInput } from '../document/report-input.ts'

/** A report as GitHub's Markdown; plots are left out, their tables stay. */
export function renderMarkdownReport(input: ReportInput): string {
  const { title, question, line, front, sections, foot } = buildReport(input)
  const pieces = [
    `# ${inline(title)}`,
    ...(question === '' ? [] : [inline(question)]),
    line.map(inline).join(' · '),
    ...front.flatMap((block) => renderBlockLines(block, '###')),
    ...sections.flatMap((section) => [
      `## ${inline(section.title)}`,
      ...section.blocks.flatMap((block) => renderBlockLines(block, '###')),
    ]),
    '---',
    inline(foot),
  ]
  return joinPieces(pieces)
}

/** A page as GitHub's Markdown: blocks under a title, with a picture from a file, if there is one, before the first heading. */
export function renderMarkdownPage(
  title: string,
  picture: { readonly file: string; readonly text: string } | null,
  blocks: readonly Block[],
): string {
  const heading = blocks.findIndex(({ kind }) => kind === 'heading')
  const start = heading < 0 ? blocks.length : heading
  const render = (own: readonly Block[]) => own.flatMap((block) => renderBlockLines(block, '##'))
  return joinPieces([
    `# ${inline(title)}`,
    ...render(blocks.slice(0, start)),
    ...(picture === null ? [] : [`![${inline(picture.text)}](${encodeURI(picture.file)})`]),
    ...render(blocks.slice(start)),
  ])
}

function joinPieces(pieces: readonly string[]): string {
  return `${pieces.filter((piece) => piece !== '').join('\n\n')}\n`
}

function renderBlockLines(block: Block, level: string): readonly string[] {
  switch (block.kind) {
    case 'heading':
      return [`${level} ${inline(block.text)}`]
    case 'text':
      return block.lines.map(inline)
    case 'facts':
      return [
        block.rows
          .flatMap(([label, value]) =>
            (typeof value === 'string' ? [value] : value).map((one) => `- ${inline(label)}: ${inline(one)}`),
          )
          .join('\n'),
      ]
    case 'comparison':
      return block.cards.map(({ title, lines }) =>
        [
          `### ${inline(title)}`,
          '',
          ...lines.map(({ word, items, note }) => {
            const texts = items.map(({ metric, text }) => inline(`${metric} ${text}`)).join(', ')
            const look = verdictLooks[word]
            return `- ${look.sign} **${look.title}**: ${texts}${note === '' ? '' : ` – ${inline(note)}`}`
          }),
        ].join('\n'),
      )
    case 'terms':
      return [block.rows.map(([label, text]) => `- **${inline(label)}**: ${inline(text)}`).join('\n')]
    case 'code':
      return [`**${inline(block.label)}**`, fenceText(block.text)]
    case 'quotes':
      return [inline(block.label), fenceText(block.texts.join('\n'))]
    case 'chart':
      return []
    case 'table':
      return [
        block.caption === '' ? '' : `**${inline(block.caption)}**`,
        renderTable(block),
        inline(block.note),
      ]
    default:
      return assertNever(block)
  }
}

function renderTable({ columns, rows }: TableBlock): string {
  const heads = columns.map(({ label, detail }) =>
    formatCellText({ text: label, ...(detail === undefined ? {} : { detail }) }),
  )
  const rules = columns.map(({ isNumber }) => (isNumber === true ? '--:' : '---'))
  const lines = rows.map((cells) => cells.map(formatCellText))
  return [heads, rules, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function formatCellText(cell: Cell): string {
  const { text, detail = '', verdict } = readCell(cell)
  const word = verdict === undefined ? '' : `${verdictLooks[verdict.word].sign} ${verdict.text}`
  return [text, detail, word]
    .filter((piece) => piece !== '')
    .map(inline)
    .join('<br>')
}

/** A text on one line that is shown as it is: nothing in it is taken for markup, a link or a picture. */
function inline(text: string): string {
  return (
    showOnTerminal(text.toWellFormed())
      .replaceAll(/\s+/g, (space) => (space === '\u202f' ? space : ' '))
      .replaceAll(/[\\`*_{}[\]<>()#!|~$^]/g, String.raw`\$&`)
      .replaceAll('&', '&amp;')
      .replaceAll(/^[-+=]/g, String.raw`\$&`)
      // What would begin a list; a figure such as 1.00 does not.
      .replaceAll(/^(\d+)([.)])(?=\s|$)/g, String.raw`$1\$2`)
      // GitHub makes links of bare addresses.
      .replaceAll('://', '&#58;//')
      .replaceAll(/www\./gi, (start) => `${start.slice(0, -1)}&#46;`)
      .replaceAll('@', '&#64;')
  )
}

/** In a fence that is longer than any in the text. */
function fenceText(text: string): string {
  const longest = findLargest(
    [...text.matchAll(/`+/g)].map(([run]) => run.length),
    2,
  )
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${showOnTerminal(text.toWellFormed()).trimEnd()}\n${fence}`
}
