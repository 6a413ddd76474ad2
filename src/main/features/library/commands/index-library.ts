import { resolve } from 'node:path'
import type { Command } from 'commander'
import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import type { LibraryStep } from '../../../../shared/library/types.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { collectFolderNames } from '../../../terminal/arguments/parse-folder-name.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { pickExitCode, reportPreparing, type Undone } from '../../../terminal/jobs/prepare-library.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'

/** `dewpoint index`. */
export function addIndexCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'index',
    'Read, index and count all opened tasks now, as the workbench does in the background.',
    'index ~/tasks --json',
  )
    .argument(
      '[folders...]',
      'task folders, or folders of task folders, to open first',
      collectFolderNames,
      [],
    )
    .action(run(indexCommand))
}

/** Search needs the first one, everything that is counted the second. */
const steps = ['index', 'survey'] as const satisfies readonly LibraryStep[]

/**
 * `dewpoint index [folders…]`: what was done before is not done again; Ctrl+C loses nothing that is done. Resolves to 1
 * where a task could not be indexed or counted.
 */
async function indexCommand(
  folders: readonly string[],
  options: CommonOptions,
  context: CommandContext,
): Promise<number> {
  const { signal, folder } = context
  const { tasks, failed } = await withDewpoint(options, context, async ({ client }) => {
    for (const name of folders) {
      signal.throwIfAborted()
      await client.tasks.open({ kind: 'path', path: resolve(folder, name) })
    }
    const undone: [LibraryStep, Undone][] = []
    for (const step of steps) {
      const events = await client.library.prepare({ step }, { signal })
      undone.push([step, await reportPreparing(events, step, options, context)])
    }
    const listed = await client.tasks.list()
    return { tasks: listed.filter(({ isSample }) => !isSample).length, failed: Object.fromEntries(undone) }
  })
  const code = pickExitCode(Object.values(failed).flat())
  await printAnswer(
    options,
    context,
    { tasks, failed },
    () =>
      `${formatCountWithNoun(tasks, 'task')} in the library, ${code === 0 ? 'read, indexed and counted' : 'not all of them indexed and counted'}.`,
  )
  return code
}
