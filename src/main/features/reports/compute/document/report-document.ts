import type { Block } from '../../../../../shared/document/document.ts'

export type Section = { readonly title: string; readonly blocks: readonly Block[] }

/** A report before it is HTML or Markdown: both say the same because both are made of this. */
export type ReportDocument = {
  readonly title: string
  readonly question: string
  /** What fits the first page: verdict, plot, three numbers, what differs, an example, a recommendation. */
  readonly front: readonly Block[]
  /** Beside the title: state, cells, cost, date. */
  readonly line: readonly string[]
  readonly sections: readonly Section[]
  /** Last line: what wrote it, and whether something was redacted. */
  readonly foot: string
}
