import type { Fate } from '../condense/aligned-row-types.ts'
import type { Verdict } from '../condense/comparison-types.ts'
import type { PartKind } from '../kernel/part.ts'
import type { TermId } from '../kernel/words/glossary.ts'
import type { ChartBlock } from './chart-block.ts'

/** A figure of an experiment, whose checkpoints the page can show. */
export type FigureName = { readonly variantId: string; readonly metric: string }

/** A text in a table; an object where it has more to it than that. */
export type Cell =
  | string
  | {
      readonly text: string
      /** Smaller, below: an interval, a reservation. */
      readonly detail?: string
      /** How it stands against the baseline. */
      readonly verdict?: { readonly word: Verdict['word']; readonly text: string }
      /** Address in the page of what it names. */
      readonly route?: string
      /** The figure that it names. */
      readonly figure?: FigureName
      /** What became of a message or a part, and its kind, where the page has signs for them. */
      readonly fate?: Fate
      readonly partKind?: PartKind
      /** How a state is painted where there are colours. */
      readonly tone?: 'good' | 'caution' | 'bad' | 'plain'
    }

export type Column = {
  readonly label: string
  /** Names several columns that stand together. */
  readonly group?: string
  /** Smaller, below. */
  readonly detail?: string
  readonly isNumber?: boolean
  /** Term of the glossary that explains the label, where it is not the label itself. */
  readonly term?: TermId
}

export type TableBlock = {
  readonly kind: 'table'
  readonly caption: string
  /** Closed on screen until somebody opens it; open in print and on a terminal. */
  readonly isFolded: boolean
  readonly columns: readonly Column[]
  /** The first cell of each names it. */
  readonly rows: readonly (readonly Cell[])[]
  /** Below the table, how to read it; empty where that is plain. */
  readonly note: string
}

/** A label with its value, or with several; left out where that is empty. */
export type Fact = readonly [label: string, value: string | readonly string[]]

/** What is said of one variant, by verdict. */
export type ComparisonCard = {
  readonly title: string
  /** Closed on the page until somebody opens it. */
  readonly isFolded?: boolean
  readonly lines: readonly {
    readonly word: Verdict['word']
    readonly items: readonly {
      readonly metric: string
      readonly text: string
      readonly figure?: FigureName
    }[]
    /** After the items; empty where there is nothing to add. */
    readonly note: string
  }[]
}

/**
 * A piece of what is shown to people. What a capability has to say is put into blocks once; the terminal, reports in HTML
 * and Markdown, and the page each draw them in their way.
 */
export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  /** A paragraph each, on a terminal a line each. */
  | { readonly kind: 'text'; readonly lines: readonly string[] }
  | { readonly kind: 'facts'; readonly rows: readonly Fact[] }
  /** Definitions: no figures, so nothing that is verified. */
  | { readonly kind: 'terms'; readonly rows: readonly (readonly [label: string, text: string])[] }
  | { readonly kind: 'comparison'; readonly cards: readonly ComparisonCard[] }
  | { readonly kind: 'code'; readonly label: string; readonly text: string; readonly isFolded: boolean }
  | { readonly kind: 'quotes'; readonly label: string; readonly texts: readonly string[] }
  | ChartBlock
  | TableBlock

/** What is left out of a list, so that a condition can stand in its place. */
type Nothing = false | null | undefined

/** Whether something of a list is there. */
function isThere<T>(value: T | Nothing): value is T {
  return value !== false && value !== null && value !== undefined
}

/** Sentences one by one or as lists, without those that are empty. */
export function buildText(...lines: readonly (string | Nothing | readonly (string | Nothing)[])[]): Block {
  return {
    kind: 'text',
    lines: lines
      .flat()
      .filter(isThere)
      .filter((line) => line !== ''),
  }
}

/** Labels with values, without those that have none. */
export function buildFacts(rows: readonly (Fact | Nothing)[]): Block {
  return { kind: 'facts', rows: rows.filter(isThere).filter(([, value]) => value.length > 0) }
}

/** A table. A column that is given as a label holds texts. */
export function buildTable(
  columns: readonly (string | Column)[],
  rows: readonly (readonly Cell[])[],
  more: Partial<Pick<TableBlock, 'caption' | 'isFolded' | 'note'>> = {},
): TableBlock {
  const named = columns.map((column) => (typeof column === 'string' ? { label: column } : column))
  return { kind: 'table', caption: '', isFolded: false, note: '', ...more, columns: named, rows }
}

/** Columns of numbers, by labels one by one or as lists. */
export function alignRight(...labels: readonly (string | readonly string[])[]): readonly Column[] {
  return labels.flat().map((label) => ({ label, isNumber: true }))
}

/** A cell with all that it can have. */
export function readCell(cell: Cell): Exclude<Cell, string> {
  return typeof cell === 'string' ? { text: cell } : cell
}

/** The first of some texts, and how many more there are. */
export function listFirst(texts: readonly string[], most: number): readonly string[] {
  const more = texts.length - most
  return more > 0 ? [...texts.slice(0, most), `and ${more} more, which --json lists`] : texts
}
