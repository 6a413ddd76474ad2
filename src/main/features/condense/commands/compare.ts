import type { Command } from 'commander'
import { addCommand, taskHelp, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findTask } from '../../../terminal/arguments/find-task.ts'
import { parsePlace } from '../../../terminal/arguments/numbers.ts'
import { parseArmIds } from '../../../terminal/arguments/parse-arm-ids.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { createProgress } from '../../../terminal/jobs/progress.ts'
import { streamUntilAborted } from '../../../terminal/jobs/stream-until-aborted.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import { buildComparison } from '../../home/commands/build-answer.ts'

/** `dewpoint compare`. */
export function addCompareCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'compare',
    'Compare all methods on one task at one cut: what each leaves, keeps and costs.',
    'compare ~/tasks/42 --arms claude-code,codex-local,smart-balanced',
  )
    .argument('<task>', taskHelp)
    .option('--arms <ids>', 'only these methods, separated by commas (see `dewpoint arms`)')
    .option('--at <messages>', 'cut after so many messages of the file', parsePlace)
    .action(run(compareCommand))
}

type CompareOptions = CommonOptions & { readonly arms?: string; readonly at?: number }

/** `dewpoint compare <task>`. Resolves to 2 where the task cannot be cut. */
async function compareCommand(
  name: string,
  { arms, at, ...options }: CompareOptions,
  context: CommandContext,
): Promise<number> {
  return withDewpoint(options, context, async ({ client }) => {
    const { signal } = context
    const { id: taskId } = await findTask(name, client, context.folder)
    const input = {
      taskId,
      ...(arms === undefined ? {} : { arms: parseArmIds(arms) }),
      ...(at === undefined ? {} : { at }),
    }
    const progress = createProgress(options, context)
    try {
      for await (const event of streamUntilAborted(await client.answers.compare(input, { signal }), signal)) {
        if (event.kind === 'progress') {
          progress.show('condensing', event.done, event.total)
          continue
        }
        progress.end()
        const { comparison } = event
        await printAnswer(options, context, comparison, buildComparison)
        return comparison.cut === null ? 2 : 0
      }
    } finally {
      progress.end()
    }
    return 130
  })
}
