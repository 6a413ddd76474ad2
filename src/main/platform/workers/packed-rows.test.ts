import { expect, it } from 'vitest'
import type { MessageRow } from '../../../shared/library/inspection-types.ts'
import { packRows, readPageRows } from './packed-rows.ts'

const buildRow = (index: number, paths: readonly string[] = []): MessageRow => ({
  index,
  effectiveIndex: index,
  role: 'user',
  ts: null,
  kinds: ['user-text'],
  toolNames: [],
  paths: [...paths],
  preview: 'Ä“\n😀',
  chars: 1,
  tokens: null,
  flags: [],
})
const buildRows = (count: number, paths?: readonly string[]): MessageRow[] =>
  Array.from({ length: count }, (_, index) => buildRow(index, paths))
const readPages = (rows: readonly MessageRow[]) => {
  const packed = packRows(rows)
  return packed.pages.map((_, place) => readPageRows(packed, place))
}

it.each([0, 1, 499, 500, 501, 1000, 1001, 5001])('packs %i rows in pages that follow each other', (count) => {
  const rows = buildRows(count)
  const pages = readPages(rows)
  expect(pages.flatMap((page) => page.rows)).toEqual(rows)
  expect(pages).toHaveLength(Math.max(1, Math.ceil(count / 500)))
  let place = 0
  for (const { from, totalRows, rows: own } of pages) {
    expect([from, totalRows]).toEqual([place, count])
    place += own.length
  }
})

it('ends a page early where its rows are long', () => {
  const paths = Array.from({ length: 300 }, (_, at) => `src/a/file/with/a/long/name/${at}.ts`)
  const pages = readPages(buildRows(100, paths))
  expect(pages.flatMap((page) => page.rows)).toHaveLength(100)
  expect(Math.max(...pages.map((page) => JSON.stringify(page.rows).length))).toBeLessThan(140_000)
})
