import type { LedgerEntry } from '../ledger-entry.ts'

/** Paths and commands that entries name, commands as far as they are shown. */
export function listEntryNames(entries: readonly LedgerEntry[]): string[] {
  return entries.flatMap((entry) => {
    if (entry.kind === 'left-out') return []
    return entry.kind === 'file' ? entry.path : entry.command.replace(/ …$/, '')
  })
}
