import type { Command } from 'commander'
import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import type { CheckReport } from '../../../../shared/library/tasks-contract.ts'
import { addCommand, taskHelp, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findResult } from '../../../terminal/arguments/find-result.ts'
import { findTask } from '../../../terminal/arguments/find-task.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { formatJson } from '../../../terminal/output/json.ts'
import { formatViolations } from '../../library/commands/format-inspection.ts'

/** `dewpoint check`. */
export function addCheckCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'check',
    'Check a history or a result against the rules. Exit code 1 when one is broken.',
    'check small.json',
  )
    .argument('<task|result>', `${taskHelp}, or a result, or the id of a run`)
    .action((name: string, options: CommonOptions) => run((context) => checkCommand(name, options, context)))
}

/** `dewpoint check <task|result>`. Resolves to the exit code: 1 where a rule is broken. */
async function checkCommand(name: string, options: CommonOptions, context: CommandContext): Promise<number> {
  const report = await withDewpoint(options, context, async ({ client }) => {
    const result = await findResult(name, context.folder)
    if (result !== null && 'file' in result) return client.runs.check(result)
    if (result !== null && (await client.runs.list({})).some(({ id }) => id === result.runId)) {
      return client.runs.check(result)
    }
    const task = await findTask(name, client, context.folder)
    return client.tasks.check({ taskId: task.id })
  })
  await context.terminal.out(
    options.json === true
      ? formatJson(report)
      : `${formatCountWithNoun(report.messages, 'message')} checked.\n${formatViolations(report.violations)}${describeUnchecked(report)}`,
  )
  return report.ok ? 0 : 1
}

function describeUnchecked({ unchecked = [] }: CheckReport): string {
  return unchecked.map((what) => `Not checked: ${what}\n`).join('')
}
