import type { Selection } from '../../../../shared/domain/smart-pass.ts'

/** Messages of a conversation that a pass may touch: `start` is the first of them, `end` the first after them. */
export type Scope = { readonly start: number; readonly end: number }

/** Messages at the end that a selection leaves alone, of `count`; a share is rounded up. */
export function keptTail(selection: Selection, count: number): number {
  switch (selection.type) {
    case 'preserve_recent':
      return Math.min(count, selection.keepRecentCount)
    case 'preserve_percent':
      return Math.min(count, Math.ceil((count * selection.keepPercentage) / 100))
    case 'custom':
      return 0
  }
}

/** What lies between the kept ends; empty where they meet or overlap. */
export function scopeBetween(count: number, keptFirst: number, keptLast: number): Scope {
  const start = Math.min(count, keptFirst)
  return { start, end: Math.max(start, count - keptLast) }
}
