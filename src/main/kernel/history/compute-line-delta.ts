import { diffArrays } from 'diff'
import { append } from '../../../shared/kernel/append.ts'
import type { LineHunk } from '../../../shared/kernel/provenance.ts'

/** Edits after which two texts no longer count as near-identical; it also bounds the time that a diff takes. */
const mostEdits = 200

/**
 * The hunks that turn the lines of `target` into those of `text`; undefined where the two differ too much.
 * `applyDelta` undoes it exactly.
 */
export function computeLineDelta(
  target: readonly string[],
  text: readonly string[],
): readonly LineHunk[] | undefined {
  const head = countCommonPrefix(target, text)
  const tail = countCommonSuffix(target, text, head)
  const before = target.slice(head, target.length - tail)
  const after = text.slice(head, text.length - tail)
  if (Math.abs(before.length - after.length) > mostEdits) return undefined
  const changes = diffArrays(before, after, { maxEditLength: mostEdits })
  if (changes === undefined) return undefined
  const hunks: { start: number; deleteCount: number; lines: string[] }[] = []
  let at = head
  let open: { start: number; deleteCount: number; lines: string[] } | undefined
  for (const change of changes) {
    if (!change.added && !change.removed) {
      at += change.value.length
      open = undefined
      continue
    }
    if (open === undefined) {
      open = { start: at, deleteCount: 0, lines: [] }
      hunks.push(open)
    }
    if (change.added) append(open.lines, change.value)
    else {
      open.deleteCount += change.value.length
      at += change.value.length
    }
  }
  return hunks
}

/** Rebuilds the text whose delta against `target` is `hunks`. */
export function applyDelta(target: readonly string[], hunks: readonly LineHunk[]): string[] {
  const lines: string[] = []
  let at = 0
  for (const hunk of hunks) {
    for (let index = at; index < hunk.start; index += 1) lines.push(target[index] ?? '')
    append(lines, hunk.lines)
    at = hunk.start + hunk.deleteCount
  }
  for (let index = at; index < target.length; index += 1) lines.push(target[index] ?? '')
  return lines
}

function countCommonPrefix(a: readonly string[], b: readonly string[]): number {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a[length] === b[length]) length += 1
  return length
}

function countCommonSuffix(a: readonly string[], b: readonly string[], prefix: number): number {
  const most = Math.min(a.length, b.length) - prefix
  let length = 0
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length += 1
  return length
}
