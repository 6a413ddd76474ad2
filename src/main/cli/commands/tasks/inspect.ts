import type { Command } from 'commander'
import type { Inspection } from '../../../../shared/domain/inspection.ts'
import { addCommand, taskHelp, type Runner } from '../../arguments/command.ts'
import { findTask } from '../../arguments/find-task.ts'
import { CliFailure } from '../../cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../context.ts'
import { createProgress } from '../../jobs/progress.ts'
import { streamUntilAborted } from '../../jobs/until-aborted.ts'
import { formatInspection } from '../../output/inspection-text.ts'
import { formatJson } from '../../output/json.ts'

/** `dewpoint inspect`. */
export function addInspectCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'inspect',
    'Show messages, tokens by kind, repeats, broken rules and recorded cost.',
    'inspect ~/tasks/42 --json',
  )
    .argument('<task>', taskHelp)
    .action((task: string, options: CommonOptions) =>
      run((context) => inspectCommand(task, options, context)),
    )
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
  await context.terminal.out(options.json === true ? formatJson(inspection) : formatInspection(inspection))
  return 0
}
