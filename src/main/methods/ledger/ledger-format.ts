import type { Attempt, FileEntry, FileState, LedgerEntry } from './ledger-entry.ts'

/** First line of every ledger, by which one that an earlier condensation wrote is known again. */
export const ledgerHeading = '## Artifact ledger'
export const ledgerIntroduction = 'From tool calls, without a model; what was touched last stands last.'
/** Begins the line that says how much had no room. */
export const leftOutLabel = 'Left out for space:'

/** Sections in the order in which they are written; each entry stands in one. */
export const ledgerSections = [
  'Created',
  'Modified',
  'Moved',
  'Deleted',
  'Not done',
  'Commands',
  'Read',
] as const
export type LedgerSection = (typeof ledgerSections)[number]

const sectionOfState: Readonly<Record<FileState, LedgerSection>> = {
  created: 'Created',
  modified: 'Modified',
  moved: 'Moved',
  deleted: 'Deleted',
  untouched: 'Not done',
  read: 'Read',
}

/** Where an entry stands; what was only read and then could not be changed counts as the failure. */
export function pickLedgerSection(entry: Exclude<LedgerEntry, { kind: 'left-out' }>): LedgerSection {
  if (entry.kind === 'command') return 'Commands'
  return entry.state === 'read' && entry.attempt !== null ? 'Not done' : sectionOfState[entry.state]
}

/** An entry as one line, paths and commands whole and as they were named. */
export function formatLedgerLine(entry: Exclude<LedgerEntry, { kind: 'left-out' }>): string {
  if (entry.kind === 'command') {
    const { runs, outcome } = entry
    const ending = outcome === 'ok' ? [] : [runs > 1 ? `last ${outcome}` : outcome]
    return withNotes(entry.command, [...(runs > 1 ? [`×${runs}`] : []), ...ending])
  }
  const { attempt } = entry
  const path = joinLines(entry.path)
  if (pickLedgerSection(entry) === 'Not done')
    return withNotes(`${attempt?.act ?? 'read'} ${path}`, attempt === null ? [] : [describeAttempt(attempt)])
  const moved = entry.movedTo === null ? path : `${path} -> ${joinLines(entry.movedTo)}`
  const later = attempt === null ? [] : [`then ${attempt.act} ${describeAttempt(attempt)}`]
  return withNotes(moved, [...describeChanges(entry), ...later])
}

function describeChanges({ state, changes }: FileEntry): string[] {
  if (state === 'created' && changes > 0) return [`modified ×${changes}`]
  return state === 'modified' && changes > 1 ? [`×${changes}`] : []
}

function describeAttempt({ outcome, times }: Attempt): string {
  return times > 1 ? `${outcome} ×${times}` : outcome
}

function withNotes(text: string, notes: readonly string[]): string {
  return notes.length === 0 ? text : `${text} — ${notes.join(', ')}`
}

function joinLines(path: string): string {
  return path
    .split(/[\r\n]+/)
    .map((piece) => piece.trim())
    .join(' ')
}
