import type { Part } from '../../../shared/domain/part.ts'
import { toolPurpose } from '../history/tool-catalogue.ts'
import type { Act } from './act.ts'
import { callActs } from './call-acts.ts'
import { callOutcomes, type CallOutcome } from './call-outcomes.ts'
import { likelyChanges } from './likely-changes.ts'

/** What a task did to files and which commands it ran, from its tool calls. All lists in order of first mention. */
export type Artifacts = {
  /** Written, edited or moved to by a call that did not fail, and there at the end. */
  readonly changedFiles: readonly string[]
  /** Removed or moved away by a call that did not fail, and not written again. */
  readonly removedFiles: readonly string[]
  /** Read and never changed. */
  readonly readFiles: readonly string[]
  readonly commands: readonly string[]
}

/**
 * What tool calls of both eras did, those of unknown tools by a guess; what assistants merely say does not count. A
 * call without a result counts as carried out, and a result whose call is gone as a read of the file that it shows.
 */
export function findArtifacts(parts: readonly (readonly Part[])[]): Artifacts {
  const outcomeOf = callOutcomes(parts)
  const book = new ArtifactBook()
  for (const part of parts.flat()) {
    if (part.kind === 'tool-result') {
      if (part.isError !== true && toolPurpose(part.toolName) === 'read') book.add([part.path], 'read')
    } else if (part.kind === 'tool-call') addCall(book, part, outcomeOf(part.toolCallId))
  }
  return book.artifacts()
}

function addCall(book: ArtifactBook, part: Part, { status }: CallOutcome): void {
  if (status === 'refused') return
  const likely = likelyChanges(part)
  // The first steps of a line of commands were carried out though the last one failed.
  const isSeries = likely.command !== undefined && /&&|;|\n/.test(likely.command)
  if (status === 'failed' && !isSeries) return
  for (const act of status === 'failed' ? [] : callActs(part)) addAct(book, act)
  if (status !== 'failed') book.add([likely.command], 'commands')
  book.add(likely.removed, 'removed')
  book.add(likely.written, 'changed')
  book.add(likely.read, 'read')
}

function addAct(book: ArtifactBook, act: Act): void {
  if (act.kind === 'command') book.add([act.command], 'commands')
  else if (act.kind === 'read') book.add([act.path], 'read')
  else if (act.kind === 'delete') book.add([act.path], 'removed')
  else if (act.kind === 'move') {
    book.add([act.path], 'removed')
    book.add([act.to], 'changed')
  } else book.add([act.path], 'changed')
}

/** Keeps the lists apart: a file stands where its last change puts it. */
class ArtifactBook {
  private readonly lists = {
    changed: new Set<string>(),
    removed: new Set<string>(),
    read: new Set<string>(),
    commands: new Set<string>(),
  }

  add(names: readonly (string | undefined)[], list: keyof ArtifactBook['lists']): void {
    for (const given of names) {
      const name = list === 'commands' ? given?.split('\n', 1)[0]?.trim() : given
      if (name === undefined || name === '') continue
      if (list === 'removed') this.lists.changed.delete(name)
      if (list === 'changed') this.lists.removed.delete(name)
      this.lists[list].add(name)
    }
  }

  artifacts(): Artifacts {
    const { changed, removed, read, commands } = this.lists
    return {
      changedFiles: [...changed],
      removedFiles: [...removed],
      readFiles: [...read].filter((path) => !changed.has(path) && !removed.has(path)),
      commands: [...commands],
    }
  }
}
