import stringWidth from 'string-width'
import {
  readCell,
  type Block,
  type Cell,
  type Fact,
  type TableBlock,
} from '../../../shared/document/document.ts'
import { assertNever } from '../../../shared/kernel/assert-never.ts'
import { findLargest } from '../../../shared/kernel/find-extreme.ts'
import { verdictLooks } from '../../../shared/kernel/words/verdict-words.ts'
import { formatAsTyped } from '../../features/common/find-own-command.ts'
import { formatOneLine } from './figures.ts'

/** The most characters of a text from outside: of a name, of another cell, of a value or a sentence. */
const most = { name: 80, cell: 500, value: 1200, sentence: 1200 } as const

const gap = '  '

/**
 * A document as aligned plain text, with a blank line between its blocks and none below a heading. The one place where texts of histories get into
 * lines: none of them makes up a line or a row of its own.
 */
export function drawDocument(blocks: readonly Block[]): string {
  return blocks
    .flatMap((block) => ({ text: drawBlock(block), end: block.kind === 'heading' ? '' : '\n' }))
    .filter(({ text }) => text !== '')
    .map(({ text, end }, index, all) => (index === all.length - 1 ? text : text + end))
    .join('')
}

function drawBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return drawLine(block.text)
    case 'text':
      return block.lines.map(drawLine).join('')
    case 'facts':
      return drawPairs(block.rows.flatMap(listFactLines))
    case 'terms':
      return drawPairs(block.rows)
    case 'comparison':
      return block.cards
        .flatMap(({ title, lines }) => [
          drawLine(title),
          ...lines.map(({ word, items, note }) => {
            const texts = items.map(({ metric, text }) => `${metric} ${text}`).join(', ')
            return drawLine(`  ${verdictLooks[word].title}: ${texts}${note === '' ? '' : ` (${note})`}`)
          }),
        ])
        .join('')
    case 'code':
      // What has no label of its own is to be copied.
      return block.label === ''
        ? `${block.text}\n`
        : `${drawLine(block.label)}${block.text.replaceAll(/^/gm, '    ')}\n`
    case 'quotes':
      return drawLine(block.label) + block.texts.map((text) => drawLine(`  ${text}`)).join('')
    case 'chart':
      return ''
    case 'table':
      return drawTable(block)
    default:
      return assertNever(block)
  }
}

function drawLine(text: string): string {
  return `${formatAsTyped(flatten(text, most.sentence))}\n`
}

/** A value a line; the label stands before the first of several. */
function listFactLines([label, value]: Fact): readonly (readonly [string, string])[] {
  const values = typeof value === 'string' ? [value] : value
  return values.map((one, index) => [index === 0 ? label : '', one] as const)
}

function drawPairs(pairs: readonly (readonly [string, string])[]): string {
  const lines = pairs.map(
    ([label, value]) => [flatten(label, most.name), flatten(value, most.value)] as const,
  )
  const width = findLargest(
    lines.map(([label]) => stringWidth(label)),
    0,
  )
  return lines
    .map(([label, value]) => `${padToWidth(label, width)}${gap}${value}`.trimEnd().concat('\n'))
    .join('')
}

/** Its heads say what it is, so it has no caption. */
function drawTable({ columns, rows, note }: TableBlock): string {
  if (rows.length === 0) return ''
  const lines = [
    columns.map(({ label, detail = '' }) => formatTexts(label, detail)),
    ...rows.map((row) => row.map((cell, index) => formatCell(cell, index === 0 ? most.name : most.cell))),
  ]
  const widths = columns.map((_, index) => findLargest(lines.map((line) => stringWidth(line[index] ?? ''))))
  const table = lines.map((line) =>
    columns
      .map(({ isNumber }, index) =>
        padToWidth(line[index] ?? '', widths[index] ?? 0, isNumber === true ? 'right' : 'left'),
      )
      .join(gap)
      .trimEnd()
      .concat('\n'),
  )
  return `${table.join('')}${note === '' ? '' : drawLine(note)}`
}

function formatCell(cell: Cell, mostChars: number): string {
  const { text, detail = '', verdict } = readCell(cell)
  const word = verdict === undefined ? '' : `${verdictLooks[verdict.word].sign} ${verdict.text}`
  return flatten([formatTexts(text, detail), word].filter((one) => one !== '').join(' '), mostChars)
}

function formatTexts(text: string, detail: string): string {
  return detail === '' ? text : text === '' ? detail : `${text} (${detail})`
}

/** On one line, with the spaces that it is indented by. */
function flatten(text: string, mostChars: number): string {
  const [indent] = /^ */.exec(text) ?? ['']
  return `${indent}${formatOneLine(text, mostChars)}`
}

/** A text on so many columns of a terminal. */
export function padToWidth(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - stringWidth(text)))
  return align === 'left' ? text + space : space + text
}
