import type { Command } from 'commander'
import { command, taskHelp, type Runner } from '../../arguments/command.ts'
import { findTask } from '../../arguments/find-task.ts'
import { place } from '../../arguments/numbers.ts'
import { armIds } from '../../arguments/arm-ids.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../context.ts'
import { createProgress } from '../../jobs/progress.ts'
import { untilAborted } from '../../jobs/until-aborted.ts'
import { comparisonText } from '../../output/answer-text.ts'
import { jsonText } from '../../output/json.ts'

/** `dewpoint compare`. */
export function addCompareCommand(program: Command, run: Runner): void {
  command(
    program,
    'compare',
    'Compare all arms on one task at one cut: what each leaves, keeps and costs.',
    'compare ~/tasks/42 --arms claude-code,codex-local,smart-balanced',
  )
    .argument('<task>', taskHelp)
    .option('--arms <ids>', 'only these arms, separated by commas (see `dewpoint arms`)')
    .option('--at <messages>', 'cut after so many messages of the file', place)
    .action((task: string, options: CompareOptions) =>
      run((context) => compareCommand(task, options, context)),
    )
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
      ...(arms === undefined ? {} : { arms: armIds(arms) }),
      ...(at === undefined ? {} : { at }),
    }
    const progress = createProgress(options, context)
    try {
      for await (const event of untilAborted(await client.answers.compare(input, { signal }), signal)) {
        if (event.kind === 'progress') {
          progress.show('condensing', event.done, event.total)
          continue
        }
        progress.end()
        const { comparison } = event
        await context.terminal.out(options.json === true ? jsonText(comparison) : comparisonText(comparison))
        return comparison.cut === null ? 2 : 0
      }
    } finally {
      progress.end()
    }
    return 130
  })
}
