import { Recent } from '../../../shared/kernel/recent.ts'
import type { SourceRef } from './job.ts'
import { toShared } from './to-shared.ts'

/** Tokens of each part of a history or of a result, one after the other, as a thread has counted them. In shared memory. */
export type SharedCounts = { readonly key: string; readonly tokens: Uint32Array }

/** Histories and results whose counts are kept: four bytes a part. */
const mostKept = 32

/** Counts that a thread was given, by key. */
const given = new Recent<Uint32Array>(mostKept)
/** Counts that a thread has made and told nobody of yet. */
let made: SharedCounts[] = []

/** Takes what another thread has counted. */
export function takeCounts(counts: readonly SharedCounts[]): void {
  for (const { key, tokens } of counts) given.get(key, () => tokens)
}

/** Tokens of each part, if some thread has counted it: parts of one message after those of the one before. */
export function findSharedCounts(key: string): Uint32Array | undefined {
  return given.find(key)
}

/** Notes what this thread has counted, for others. */
export function noteCounts(key: string, tokens: readonly (readonly number[])[]): void {
  const all = Uint32Array.from(tokens.flat())
  const shared = toShared(new Uint8Array(all.buffer))
  const counts = { key, tokens: new Uint32Array(shared.buffer) }
  takeCounts([counts])
  made.push(counts)
}

/** What this thread has counted since it was asked last. */
export function takeNewCounts(): readonly SharedCounts[] {
  const all = made
  made = []
  return all
}

/** Counts of all threads, on the side of the one that starts them. */
export type CountShelf = {
  readonly keep: (counts: readonly SharedCounts[]) => void
  /** The counts of the history that a job works on, and of the result. */
  readonly for: (input: unknown) => readonly SharedCounts[]
}

/** An empty shelf. */
export function createCountShelf(): CountShelf {
  const kept = new Recent<SharedCounts>(mostKept)
  return {
    keep: (counts) => {
      for (const one of counts) kept.get(one.key, () => one)
    },
    for: (input) => {
      const source = findSourceRef(input, 'source')
      if (source === null) return []
      const result = findSourceRef(input, 'result')
      const keys = [
        source.hash,
        buildFileKey(source.hash),
        ...(result === null ? [] : [buildResultKey(source, result.hash)]),
      ]
      return keys.flatMap((key) => kept.find(key) ?? [])
    },
  }
}

/** All messages of a file are counted apart from those that are sent. */
export function buildFileKey(hash: string): string {
  return `${hash} file`
}

/** A result is counted over its source: the same recipe makes something else of another one. */
export function buildResultKey({ hash, cut }: Pick<SourceRef, 'hash' | 'cut'>, result: string): string {
  return `${hash} ${cut ?? ''} ${result}`
}

/** The packed history or result that a job works on, where it works on one. */
export function findSourceRef(input: unknown, name: 'source' | 'result'): SourceRef | null {
  if (typeof input !== 'object' || input === null) return null
  const ref: unknown = Reflect.get(input, name)
  if (typeof ref !== 'object' || ref === null || !('hash' in ref) || !('bytes' in ref)) return null
  // Jobs name so what they take as such, and nothing else.
  return ref as SourceRef
}
