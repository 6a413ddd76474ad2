import type { Command } from 'commander'
import type { Inspection } from '../../../../shared/library/inspection-types.ts'
import { addCommand, taskHelp, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findTask } from '../../../terminal/arguments/find-task.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { createProgress } from '../../../terminal/jobs/progress.ts'
import { streamUntilAborted } from '../../../terminal/jobs/stream-until-aborted.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import { buildInspection } from './build-inspection.ts'

/** `dewpoint inspect`. */
export function addInspectCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'inspect',
    'Show messages, tokens by kind, repeats, broken rules and recorded cost.',
    'inspect ~/tasks/42 --json',
  )
    .argument('<task>', taskHelp)
    .action(run(inspectCommand))
}

/** `dewpoint inspect <task>`. Resolves to the exit code. */
async function inspectCommand(
  name: string,
  options: CommonOptions,
  context: CommandContext,
): Promise<number> {
  const progress = createProgress(options, context)
  const inspection = await withDewpoint(options, context, async ({ client }): Promise<Inspection> => {
    const task = await findTask(name, client, context.folder)
    const events = await client.tasks.inspect({ taskId: task.id }, { signal: context.signal })
    for await (const event of streamUntilAborted(events, context.signal)) {
      if (event.kind === 'finished') return event.inspection
      if (event.kind === 'progress') progress.show('counting', event.done, event.total)
    }
    throw new CliFailure({ message: 'The count ended without figures.', where: task.path })
  }).finally(progress.end)
  return printAnswer(options, context, inspection, buildInspection)
}
