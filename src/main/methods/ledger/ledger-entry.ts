import type { FileActKind } from '../../measure/facts/act.ts'

/**
 * One line of a ledger. What its status says:
 *
 * - A file is `created` when a tool said so, or wrote all of it and nothing in the history had named it before;
 *   `modified` when it was there and a call changed it; `deleted` or `moved` when a tool or a plain command said so;
 *   `read` when nothing but reads of it succeeded. It is the last state: what was created and then deleted is deleted.
 * - A call counts as done only when its result reports no error. One that failed, was refused or has no result is
 *   no state of its file but an `attempt`, named as long as nothing after it succeeded; a file of which there is
 *   nothing else is `untouched`.
 * - A command has run when its tool was let run, whatever its exit code. `outcome` is that of the last run: `ok` where
 *   nothing else was reported, `exit n`, `failed` without a code, `refused`, `still running`, `no result`.
 *
 * What commands write is not known: only what they remove or move, where they say so in plain words.
 */
export type LedgerEntry = FileEntry | CommandEntry | LeftOutEntry

export const fileStates = ['created', 'modified', 'moved', 'deleted', 'untouched', 'read'] as const
export type FileState = (typeof fileStates)[number]

export type FileEntry = {
  readonly kind: 'file'
  readonly path: string
  readonly state: FileState
  /** Where a file that was moved is now. */
  readonly movedTo: string | null
  /** How often it was modified; for a created one, since then. */
  readonly changes: number
  readonly attempt: Attempt | null
}

export const attemptKinds = ['failed', 'refused', 'no result'] as const
/** A call that did not do what it set out to do, the last one of `times` in a row. */
export type Attempt = {
  readonly act: FileActKind | 'move'
  readonly outcome: (typeof attemptKinds)[number]
  readonly times: number
}

export type CommandEntry = {
  readonly kind: 'command'
  /** First line of the command, cut where it is long. */
  readonly command: string
  readonly runs: number
  readonly outcome: string
}

/** Lines of an earlier ledger that had no room there. */
export type LeftOutEntry = { readonly kind: 'left-out'; readonly count: number }
