import { Table } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'wouter'
import {
  readCell,
  type Block,
  type Cell,
  type ComparisonCard,
  type FigureName,
  type TableBlock,
} from '../../../shared/document/document.ts'
import { assertNever } from '../../../shared/kernel/assert-never.ts'
import { showControls } from '../../../shared/kernel/show-controls.ts'
import { verdictLooks } from '../../../shared/kernel/words/verdict-words.ts'
import { HeadCell } from '../components/explained.tsx'
import { FateMark } from '../components/marks/fate-mark.tsx'
import { KindBadge } from '../components/marks/kind-badge.tsx'
import styles from './document-view.module.css'

/** Draws the name of a figure, as a link to it. */
type DrawFigure = (figure: FigureName, text: string) => ReactNode

type DocumentViewProps = {
  readonly blocks: readonly Block[]
  /** Absent where figures lead nowhere. */
  readonly drawFigure?: DrawFigure
}

/** A document on the page: the blocks that terminal and reports draw as well. */
export function DocumentView({ blocks, drawFigure = (_, text) => text }: DocumentViewProps) {
  return (
    <div className={styles.document}>
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} drawFigure={drawFigure} />
      ))}
    </div>
  )
}

type Drawing = { readonly drawFigure: DrawFigure }

function BlockView({ block, drawFigure }: Drawing & { readonly block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <h3>{showControls(block.text)}</h3>
    case 'text':
      return block.lines.map((line, index) => <p key={index}>{showControls(line)}</p>)
    case 'facts':
    case 'terms':
      return block.rows.length > 0 && <Facts rows={block.rows} />
    case 'comparison':
      return block.cards.map((card) => <Card key={card.title} {...card} drawFigure={drawFigure} />)
    case 'code':
      return (
        <Folded
          label={showControls(block.label)}
          isFolded={block.isFolded}
          content={<pre>{showControls(block.text)}</pre>}
        />
      )
    case 'quotes':
      return (
        <>
          <p className={styles.quiet}>{block.label}</p>
          <ul aria-label={block.label}>
            {block.texts.map((text, index) => (
              <li key={index}>{showControls(text)}</li>
            ))}
          </ul>
        </>
      )
    case 'chart':
      // The page has plots of its own, which can be pointed at.
      return null
    case 'table':
      return (
        block.rows.length > 0 && (
          <Folded
            label={block.caption}
            isFolded={block.isFolded}
            content={<TableView {...block} drawFigure={drawFigure} />}
          />
        )
      )
    default:
      return assertNever(block)
  }
}

type FactsProps = { readonly rows: readonly (readonly [string, string | readonly string[]])[] }

function Facts({ rows }: FactsProps) {
  return (
    <dl>
      {rows.map(([label, value], index) => (
        <Fragment key={index}>
          <dt>{showControls(label)}</dt>
          {(typeof value === 'string' ? [value] : value).map((one, at) => (
            <dd key={at}>{showControls(one)}</dd>
          ))}
        </Fragment>
      ))}
    </dl>
  )
}

type FoldedProps = {
  readonly label: string
  readonly isFolded: boolean
  readonly content: ReactNode
}

function Folded({ label, isFolded, content }: FoldedProps) {
  if (!isFolded) return content
  return (
    <details>
      <summary>{label}</summary>
      {content}
    </details>
  )
}

function Card({ title, isFolded = false, lines, drawFigure }: ComparisonCard & Drawing) {
  return (
    <details open={!isFolded}>
      <summary>{showControls(title)}</summary>
      {lines.map(({ word, items, note }) => (
        <p key={word}>
          <span data-tone={word}>
            {verdictLooks[word].sign} {verdictLooks[word].title}:
          </span>{' '}
          {items.map(({ metric, text, figure }, index) => (
            <Fragment key={metric}>
              {index > 0 && ', '}
              {figure === undefined ? metric : drawFigure(figure, metric)} {showControls(text)}
            </Fragment>
          ))}
          {note !== '' && <span className={styles.quiet}> ({note})</span>}
        </p>
      ))}
    </details>
  )
}

/** Numbers are never broken. */
const numberCell = { ta: 'right', style: { whiteSpace: 'nowrap' } } as const

/** Sorted and filtered tables are those of react-table. This one is read. */
function TableView({ caption, columns, rows, note, drawFigure }: TableBlock & Drawing) {
  return (
    <>
      <Table aria-label={caption === '' ? undefined : caption}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ label, term, isNumber }, index) => (
              <HeadCell
                key={index}
                label={label}
                term={term}
                {...(isNumber === true ? { ta: 'right' } : {})}
              />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Table.Tr key={index}>
              {row.map((cell, at) => (
                <Table.Td key={at} {...(columns[at]?.isNumber === true ? numberCell : {})}>
                  <CellView cell={cell} drawFigure={drawFigure} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {note !== '' && <p className={styles.quiet}>{note}</p>}
    </>
  )
}

function CellView({ cell, drawFigure }: Drawing & { readonly cell: Cell }) {
  const { text, detail = '', verdict, tone, fate, partKind, figure, route } = readCell(cell)
  if (fate !== undefined) return <FateMark fate={fate} />
  if (partKind !== undefined) return <KindBadge kind={partKind} long />
  return (
    <>
      <span data-tone={tone}>
        {route === undefined ? (
          figure === undefined ? (
            showControls(text)
          ) : (
            drawFigure(figure, showControls(text))
          )
        ) : (
          <Link href={route}>{showControls(text)}</Link>
        )}
      </span>
      {detail !== '' && <div className={styles.quiet}>{showControls(detail)}</div>}
      {verdict !== undefined && (
        <div data-tone={verdict.word}>
          {verdictLooks[verdict.word].sign} {verdict.text}
        </div>
      )}
    </>
  )
}
