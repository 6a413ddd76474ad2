import type { MessageRow, RowSlice } from '../../../shared/library/inspection-types.ts'
import { toShared } from './to-shared.ts'

/**
 * Rows as JSON, page by page: the thread that serves everybody takes millions of bytes at once, but not hundreds of
 * thousands of objects. There is always a first page.
 */
export type PackedRows = { readonly total: number; readonly pages: readonly [RowPage, ...RowPage[]] }

type RowPage = {
  /** Place of its first row among all of them. */
  readonly from: number
  /** In shared memory: copies of all pages would take their time from everybody. */
  readonly json: Uint8Array
}

/** Rows on a page at most. */
export const mostRows = 500
/** Characters after which a page ends, for rows that name many files. */
const fullChars = 125_000

/** Packs the rows of a task. */
export function packRows(rows: readonly MessageRow[]): PackedRows {
  const packer = createRowPacker()
  for (const row of rows) packer.add(row)
  return packer.finish()
}

/** The same for rows as they are made, of which none is kept. */
export function createRowPacker() {
  const encoder = new TextEncoder()
  const pages: RowPage[] = []
  let lines: string[] = []
  let chars = 0
  let from = 0
  const page = (): RowPage => ({ from, json: toShared(encoder.encode(`[${lines.join(',')}]`)) })
  return {
    add: (row: MessageRow): void => {
      if (lines.length === mostRows || chars >= fullChars) {
        pages.push(page())
        from += lines.length
        lines = []
        chars = 0
      }
      const line = JSON.stringify(row)
      lines.push(line)
      chars += line.length
    },
    finish: (): PackedRows => {
      const last = page()
      const [first = last, ...others] = pages
      return { total: from + lines.length, pages: pages.length === 0 ? [first] : [first, ...others, last] }
    },
  }
}

/** The rows of a page, as they are sent. */
export function readPageRows({ total, pages }: PackedRows, place = 0): RowSlice {
  const { from, json } = pages[place] ?? pages[0]
  // Packed by a thread of this very process.
  const rows = JSON.parse(new TextDecoder().decode(json)) as MessageRow[]
  return { from, totalRows: total, rows }
}
