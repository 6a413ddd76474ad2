import { append } from '../../../../shared/kernel/append.ts'
import type { PageFile } from './page-file.ts'
import { readRecord, readVarint, type Value } from './record.ts'

/** A row as a tree keeps it; `rowId` is null in trees that are ordered by their values. */
export type TreeRow = Readonly<{ rowId: bigint | null; values: readonly Value[] }>

/** The two kinds of trees: by row number, and by values. */
export type TreeKind = 'table' | 'index'

/** What one page of a tree holds; `isDamaged` where it should be part of the tree and is no page of it. */
export type TreePage = Readonly<{
  page: number
  isDamaged: boolean
  rows: readonly TreeRow[]
  /** Cells whose row cannot be read, overflow pages included. */
  unreadable: number
}>

type PageType = Readonly<{ kind: TreeKind; isLeaf: boolean }>

const pageTypes: Readonly<Record<number, PageType>> = {
  2: { kind: 'index', isLeaf: false },
  5: { kind: 'table', isLeaf: false },
  10: { kind: 'index', isLeaf: true },
  13: { kind: 'table', isLeaf: true },
}

/** Page 1 begins with the head of the file. */
const findHeadOffset = (page: number): number => (page === 1 ? 100 : 0)

/** A cell of a page: where it leads, and its row; undefined for a cell that has none, null for one that is damaged. */
type Cell = Readonly<{ child: number; row: TreeRow | null | undefined }>

/** Goes through all pages under a root that can be reached, in the order of the tree, each once. */
export function* walkTree(file: PageFile, root: number, kind: TreeKind): Generator<TreePage, void> {
  const seen = new Set<number>()
  const open = [root]
  for (let page = open.pop(); page !== undefined; page = open.pop()) {
    const bytes = seen.has(page) ? null : readPage(file, page)
    seen.add(page)
    const type = bytes === null ? undefined : pageTypes[bytes[findHeadOffset(page)] ?? 0]
    if (bytes === null || type?.kind !== kind) {
      yield { page, isDamaged: true, rows: [], unreadable: 0 }
      continue
    }
    const cells = readCells(file, bytes, page, type)
    yield { page, ...parseRows(cells) }
    if (type.isLeaf) continue
    append(
      open,
      [...cells.map(({ child }) => child), bytes.readUInt32BE(findHeadOffset(page) + 8)].toReversed(),
    )
  }
}

/** What a page holds by itself, whichever tree it is of; null where it is no page with rows. */
export function readLonePage(file: PageFile, page: number): (TreePage & { readonly kind: TreeKind }) | null {
  const bytes = readPage(file, page)
  const type = bytes === null ? undefined : pageTypes[bytes[findHeadOffset(page)] ?? 0]
  if (bytes === null || type === undefined || (type.kind === 'table' && !type.isLeaf)) return null
  return { page, kind: type.kind, ...parseRows(readCells(file, bytes, page, type)) }
}

/** Pages of the list of free ones, as far as it can be followed; where its beginning is lost, by what its pages look like. */
export function findFreePages(file: PageFile): ReadonlySet<number> {
  const free = new Set<number>()
  const trunks = file.firstFree === null ? iteratePages(file) : followTrunks(file, file.firstFree)
  for (const trunk of trunks) {
    const bytes = readPage(file, trunk)
    const leaves = bytes === null ? null : readFreeLeaves(file, bytes)
    if (leaves === null) {
      if (file.firstFree !== null) break
      continue
    }
    free.add(trunk)
    for (const leaf of leaves) free.add(leaf)
  }
  return free
}

function* iteratePages({ pageCount }: PageFile): Generator<number, void> {
  for (let page = 2; page <= pageCount; page += 1) yield page
}

function* followTrunks(file: PageFile, first: number): Generator<number, void> {
  const seen = new Set<number>()
  for (
    let trunk = first;
    trunk !== 0 && !seen.has(trunk);
    trunk = readPage(file, trunk)?.readUInt32BE(0) ?? 0
  ) {
    seen.add(trunk)
    yield trunk
  }
}

/** The pages that a page of the list names; null where it is none of the list. */
function readFreeLeaves({ pageCount, firstFree }: PageFile, bytes: Buffer): readonly number[] | null {
  const count = bytes.readUInt32BE(4)
  if (count > bytes.length / 4 - 2) return null
  const leaves = Array.from({ length: count }, (_, index) => bytes.readUInt32BE(8 + 4 * index))
  if (firstFree !== null) return leaves
  // An empty page looks like one that names none.
  return count > 0 &&
    bytes.readUInt32BE(0) <= pageCount &&
    leaves.every((page) => page > 1 && page <= pageCount) &&
    new Set(leaves).size === count
    ? leaves
    : null
}

function readPage(file: PageFile, page: number): Buffer | null {
  return page < 1 || page > file.pageCount ? null : file.read(page)
}

function parseRows(cells: readonly Cell[]): Omit<TreePage, 'page'> {
  const rows = cells.map(({ row }) => row).filter((row) => row !== undefined)
  const readable = rows.filter((row) => row !== null)
  return { isDamaged: false, rows: readable, unreadable: rows.length - readable.length }
}

function readCells(file: PageFile, bytes: Buffer, page: number, type: PageType): readonly Cell[] {
  const head = findHeadOffset(page)
  const pointersAt = head + (type.isLeaf ? 8 : 12)
  const count = Math.min(bytes.readUInt16BE(head + 3), Math.floor((bytes.length - pointersAt) / 2))
  return Array.from({ length: count }, (_, index) =>
    readCell(file, bytes, bytes.readUInt16BE(pointersAt + 2 * index), type),
  )
}

function readCell(file: PageFile, bytes: Buffer, start: number, { kind, isLeaf }: PageType): Cell {
  const child = isLeaf || start + 4 > bytes.length ? 0 : bytes.readUInt32BE(start)
  if (kind === 'table' && !isLeaf) return { child, row: undefined }
  const length = readVarint(bytes, start + (isLeaf ? 0 : 4))
  const number = kind === 'table' && length !== null ? readVarint(bytes, length.next) : null
  const at = kind === 'table' ? number?.next : length?.next
  if (length === null || at === undefined) return { child, row: null }
  const payload = readPayload(file, bytes, { at, kind, length: length.value })
  const values = payload === null ? null : readRecord(payload)
  return { child, row: values === null ? null : { rowId: number?.value ?? null, values } }
}

type PayloadPlace = Readonly<{ at: number; kind: TreeKind; length: bigint }>

/** The bytes of a row, with those on overflow pages; null where some are missing. */
function readPayload(file: PageFile, bytes: Buffer, { at, kind, length }: PayloadPlace): Buffer | null {
  const { pageSize: usableBytes, pageCount } = file
  if (length < 0n || length > BigInt(pageCount) * BigInt(usableBytes)) return null
  const total = Number(length)
  const local = computeLocalBytes(total, usableBytes, kind)
  if (at + local + (local < total ? 4 : 0) > bytes.length) return null
  const pieces = [bytes.subarray(at, at + local)]
  let next = local < total ? bytes.readUInt32BE(at + local) : 0
  for (let rest = total - local; rest > 0;) {
    const page = readPage(file, next)
    if (page === null) return null
    const piece = page.subarray(4, 4 + Math.min(rest, usableBytes - 4))
    pieces.push(piece)
    rest -= piece.length
    next = page.readUInt32BE(0)
  }
  return Buffer.concat(pieces)
}

/** How much of a row lies in its cell: https://www.sqlite.org/fileformat2.html#b_tree_pages. */
function computeLocalBytes(total: number, usable: number, kind: TreeKind): number {
  const most = kind === 'table' ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23
  if (total <= most) return total
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const local = least + ((total - least) % (usable - 4))
  return local <= most ? local : least
}
