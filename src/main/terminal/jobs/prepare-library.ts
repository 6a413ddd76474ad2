import { resolve } from 'node:path'
import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { LibraryStep, PrepareEvent } from '../../../shared/library/types.ts'
import type { Dewpoint } from '../../features/common/dewpoint.ts'
import type { CommandContext, CommonOptions } from '../context.ts'
import { formatOneLine } from '../output/figures.ts'
import { createProgress } from './progress.ts'
import { streamUntilAborted } from './stream-until-aborted.ts'

const labels = { index: 'indexing tasks', survey: 'counting tasks', measure: 'measuring tasks' } as const
const undone = { index: 'searched', survey: 'counted', measure: 'measured' } as const

/**
 * Opens a folder where one is named, then does for all tasks what has not been done yet, with progress; what could not
 * be done is said on stderr. Resolves to the exit code of a command that answers from the rest: 1 where something is left.
 */
export async function prepareLibrary(
  client: Dewpoint['client'],
  step: 'index' | 'survey',
  options: CommonOptions & { readonly open?: string },
  context: CommandContext,
): Promise<number> {
  const { signal, folder } = context
  if (options.open !== undefined)
    await client.tasks.open({ kind: 'path', path: resolve(folder, options.open) })
  const events = await client.library.prepare({ step }, { signal })
  return pickExitCode(await reportPreparing(events, step, options, context))
}

/** As other programs that search: what was found is shown, and that not all was looked at is no success. */
export function pickExitCode(failed: Undone): number {
  return failed.length === 0 ? 0 : 1
}

/** Tasks for which a step could not be done. */
export type Undone = Extract<PrepareEvent, { readonly kind: 'finished' }>['failed']

/** Shows how a step goes on, and says on stderr what could not be done; gives all of that back. */
export async function reportPreparing(
  events: AsyncIterableIterator<PrepareEvent>,
  step: LibraryStep,
  options: CommonOptions,
  context: CommandContext,
): Promise<Undone> {
  const { terminal, signal } = context
  const progress = createProgress(options, context)
  let failed: Undone = []
  try {
    for await (const event of streamUntilAborted(events, signal)) {
      if (event.kind === 'progress') {
        progress.show(labels[step], event.done, event.total)
        continue
      }
      progress.end()
      failed = event.failed
      const [first] = failed
      if (first === undefined) continue
      const { title, reason } = first
      const tasks = formatCountWithNoun(event.failed.length, 'task')
      const example = `such as "${formatOneLine(title, 60)}": ${formatOneLine(reason, 200)}`
      terminal.err(`${tasks} could not be ${undone[step]}, ${example}\n`)
    }
  } finally {
    progress.end()
  }
  return failed
}
