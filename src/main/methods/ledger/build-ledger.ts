import { assertNever } from '../../../shared/kernel/assert-never.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { cutToChars } from '../../kernel/history/cut-text.ts'
import type { Act, FileActKind } from '../../measure/facts/act.ts'
import type { CallOutcome } from '../../measure/facts/create-outcome-lookup.ts'
import { findTouches, type Touch } from '../../measure/facts/find-touches.ts'
import { listCallMarks } from './call-mark.ts'
import type { LedgerEntry, Attempt, CommandEntry, FileEntry } from './ledger-entry.ts'
import { readWrittenLedgers } from './read-written-ledgers.ts'

/** Longest command of a ledger, in characters. */
const longestCommand = 120

/** Keeps one entry for each file and command, in order of the last touch. */
class LedgerBook {
  private readonly files = new Map<string, FileEntry>()
  private readonly lines = new Map<string, LedgerEntry>()
  private leftOut = 0

  /** All entries, the one that was touched last at the end. */
  entries(): LedgerEntry[] {
    const leftOut = this.leftOut === 0 ? [] : [{ kind: 'left-out', count: this.leftOut } as const]
    return [...this.lines.values(), ...leftOut]
  }

  /** Takes over what an earlier ledger says of calls that are gone. */
  carry(entries: readonly LedgerEntry[]): void {
    for (const entry of entries) {
      if (entry.kind === 'left-out') this.leftOut = entry.count
      else if (entry.kind === 'file') this.putFile(entry)
      else this.putLine(`command ${entry.command}`, entry)
    }
  }

  add({ act, outcome }: Touch): void {
    if (act.kind === 'command') this.addCommand(act.command, outcome)
    else if (outcome.status === 'done' || outcome.status === 'running') this.addDone(act, outcome)
    else this.addAttempt(act, outcome.status)
  }

  private addDone(act: Exclude<Act, { kind: 'command' }>, { isNewFile }: CallOutcome): void {
    const known = this.files.get(act.path)
    const isThere = known !== undefined && !absent.has(known.state)
    switch (act.kind) {
      case 'read': {
        const isKept = isThere || (known?.state === 'untouched' && known.attempt?.act !== 'read')
        return this.putFile(known !== undefined && isKept ? known : makeFileEntry(act.path, 'read'))
      }
      case 'create':
      case 'write':
        return isNewFile === true || (isNewFile === undefined && !isThere)
          ? this.putFile(makeFileEntry(act.path, 'created'))
          : this.putChanged(act.path)
      case 'edit':
        return this.putChanged(act.path)
      case 'delete':
        return this.putDeleted(act.path)
      case 'move':
        this.putFile({ ...makeFileEntry(act.path, 'moved'), movedTo: act.to })
        return this.putFile(makeFileEntry(act.to, 'created'))
      default:
        return assertNever(act)
    }
  }

  private putChanged(path: string): void {
    const known = this.files.get(path)
    const state = known?.state === 'created' ? 'created' : 'modified'
    const changes = known === undefined || absent.has(known.state) ? 1 : known.changes + 1
    this.putFile({ ...makeFileEntry(path, state), changes })
  }

  /** A folder takes with it what is in it. */
  private putDeleted(path: string): void {
    const folder = path.replace(/(?<![\\/])[\\/]+$/, '')
    for (const inside of this.files.keys()) {
      const isInside = inside.startsWith(`${folder}/`) || inside.startsWith(`${folder}\\`)
      if (isInside && !absent.has(this.files.get(inside)?.state ?? 'untouched'))
        this.putFile(makeFileEntry(inside, 'deleted'))
    }
    this.putFile(makeFileEntry(path, 'deleted'))
  }

  private addAttempt(act: { kind: FileActKind | 'move'; path: string }, status: CallOutcome['status']): void {
    const known = this.files.get(act.path) ?? makeFileEntry(act.path, 'untouched')
    // A read that fails says nothing about a file of which there is something to say.
    if (act.kind === 'read' && known.state !== 'untouched') return
    const attempt: Attempt = {
      act: act.kind,
      outcome: status === 'refused' ? 'refused' : status === 'unanswered' ? 'no result' : 'failed',
      times: (known.attempt?.times ?? 0) + 1,
    }
    this.putFile({ ...known, attempt })
  }

  private addCommand(text: string, outcome: CallOutcome): void {
    const command = formatCommandLine(text)
    const known = this.lines.get(`command ${command}`)
    const runs = (known?.kind === 'command' ? known.runs : 0) + 1
    this.putLine(`command ${command}`, { kind: 'command', command, runs, outcome: describeOutcome(outcome) })
  }

  private putFile(entry: FileEntry): void {
    this.files.set(entry.path, entry)
    this.putLine(`file ${entry.path}`, entry)
  }

  private putLine(key: string, entry: FileEntry | CommandEntry): void {
    this.lines.delete(key)
    this.lines.set(key, entry)
  }
}

/** States in which a file is not where its path says, or nothing is known of it. */
const absent: ReadonlySet<FileEntry['state']> = new Set(['deleted', 'moved', 'untouched'])

/** Messages from `from` to before `to`. */
export type MessageRange = { readonly from: number; readonly to: number }

/**
 * What the tool calls of both eras did to files and ran, with what came of it, in order of the last touch. What an
 * earlier ledger in the range says is taken over: the calls that it speaks of may be gone.
 */
export function buildLedger(
  { parts }: Pick<Conversation, 'parts'>,
  range: MessageRange = { from: 0, to: parts.length },
): LedgerEntry[] {
  const book = new LedgerBook()
  const covered = findFirstCovered(parts, range)
  const touches = findTouches(parts)
  for (let index = range.from; index < Math.min(range.to, parts.length); index += 1) {
    for (const { entries } of readWrittenLedgers(parts[index] ?? [])) book.carry(entries)
    if (index < covered) continue
    for (const touch of touches[index] ?? []) book.add(touch)
  }
  return book.entries()
}

/** Index of the first message whose calls no ledger within the range speaks of; 0 where all of those are gone. */
export function findFirstCovered(parts: Conversation['parts'], range: MessageRange): number {
  const marks = new Set(
    parts
      .slice(range.from, range.to)
      .flatMap((own) => readWrittenLedgers(own).flatMap(({ mark }) => (mark === null ? [] : [mark]))),
  )
  if (marks.size === 0) return 0
  return listCallMarks(parts).findLastIndex((mark) => mark !== null && marks.has(mark)) + 1
}

function makeFileEntry(path: string, state: FileEntry['state']): FileEntry {
  return { kind: 'file', path, state, movedTo: null, changes: 0, attempt: null }
}

function formatCommandLine(command: string): string {
  const [first = ''] = command.trim().split('\n', 1)
  const line = first.trim()
  const cut = cutToChars(line, longestCommand, false)
  return cut === command.trim() ? cut : `${cut} …`
}

function describeOutcome({ status, exitCode }: CallOutcome): string {
  switch (status) {
    case 'done':
      return 'ok'
    case 'failed':
      return exitCode === undefined ? 'failed' : `exit ${exitCode}`
    case 'refused':
      return 'refused'
    case 'running':
      return 'still running'
    case 'unanswered':
      return 'no result'
    default:
      return assertNever(status)
  }
}
