import type { Verdict } from '../../../../../shared/condense/comparison-types.ts'
import type { Markup } from '../html/markup.ts'

/** One place of a table. */
export type TableCell = {
  readonly text: string
  /** Smaller, below: an interval, a reservation. */
  readonly detail?: string
  /** How it stands against the baseline. */
  readonly verdict?: { readonly word: Verdict['word']; readonly text: string }
}

export type TableColumn = {
  readonly label: string
  /** Names several columns that stand together. */
  readonly group?: string
  /** Smaller, below. */
  readonly detail?: string
  readonly isNumber?: boolean
}

export type Table = {
  readonly kind: 'table'
  readonly caption: string
  /** Closed on screen until somebody opens it; open in print. */
  readonly isFolded: boolean
  /** The first names the rows. */
  readonly columns: readonly TableColumn[]
  readonly rows: readonly { readonly head: TableCell; readonly cells: readonly TableCell[] }[]
}

/** What is said of one variant, by verdict. */
export type VerdictCard = {
  readonly title: string
  readonly lines: readonly {
    readonly word: Verdict['word']
    readonly items: readonly { readonly metric: string; readonly text: string }[]
    /** After the items; empty where there is nothing to add. */
    readonly note: string
  }[]
}

/** A drawing; what it shows is in a table as well, which is all that Markdown has of it. */
export type Plot = {
  readonly kind: 'plot'
  readonly title: string
  readonly svg: Markup
  /** How to read it. */
  readonly note: string
  readonly legend: readonly { readonly sign: Markup; readonly text: string }[]
}

export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'facts'; readonly rows: readonly { readonly label: string; readonly value: string }[] }
  | { readonly kind: 'terms'; readonly rows: readonly { readonly label: string; readonly text: string }[] }
  | { readonly kind: 'verdicts'; readonly cards: readonly VerdictCard[] }
  | { readonly kind: 'code'; readonly label: string; readonly text: string; readonly isFolded: boolean }
  | { readonly kind: 'quotes'; readonly label: string; readonly texts: readonly string[] }
  | Plot
  | Table

export type Section = { readonly title: string; readonly blocks: readonly Block[] }

/** A report before it is HTML or Markdown: both say the same because both are made of this. */
export type ReportDocument = {
  readonly title: string
  readonly question: string
  /** Beside the title: state, cells, cost, date. */
  readonly line: readonly string[]
  readonly sections: readonly Section[]
  /** Last line: what wrote it, and whether something was redacted. */
  readonly foot: string
}
