import type { Command } from 'commander'
import { parseArmIds } from '../../arguments/arm-ids.ts'
import { addCommand, taskHelp, type Runner } from '../../arguments/command.ts'
import { findTask } from '../../arguments/find-task.ts'
import { parsePlace } from '../../arguments/numbers.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../context.ts'
import { createProgress } from '../../jobs/progress.ts'
import { streamUntilAborted } from '../../jobs/until-aborted.ts'
import { formatComparison } from '../../output/answer-text.ts'
import { formatJson } from '../../output/json.ts'

/** `dewpoint compare`. */
export function addCompareCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'compare',
    'Compare all arms on one task at one cut: what each leaves, keeps and costs.',
    'compare ~/tasks/42 --arms claude-code,codex-local,smart-balanced',
  )
    .argument('<task>', taskHelp)
    .option('--arms <ids>', 'only these arms, separated by commas (see `dewpoint arms`)')
    .option('--at <messages>', 'cut after so many messages of the file', parsePlace)
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
        await context.terminal.out(
          options.json === true ? formatJson(comparison) : formatComparison(comparison),
        )
        return comparison.cut === null ? 2 : 0
      }
    } finally {
      progress.end()
    }
    return 130
  })
}
