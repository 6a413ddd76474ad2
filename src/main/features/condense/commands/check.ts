import type { Command } from 'commander'
import { buildViolations } from '../../../../shared/condense/build-outcome-tables.ts'
import { buildText, type Block } from '../../../../shared/document/document.ts'
import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import type { CheckReport } from '../../../../shared/library/tasks-contract.ts'
import { addCommand, taskHelp, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findResult } from '../../../terminal/arguments/find-result.ts'
import { findTask } from '../../../terminal/arguments/find-task.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'

/** `dewpoint check`. */
export function addCheckCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'check',
    'Check a history or a result against the rules. Exit code 1 when one is broken.',
    'check small.json',
  )
    .argument('<task|result>', `${taskHelp}, or a result, or the id of a run`)
    .action(run(checkCommand))
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
  await printAnswer(options, context, report, buildCheckReport)
  return report.ok ? 0 : 1
}

function buildCheckReport({ messages, violations, unchecked = [] }: CheckReport): readonly Block[] {
  return [
    buildText(`${formatCountWithNoun(messages, 'message')} checked.`),
    buildViolations(violations),
    buildText(unchecked.map((what) => `Not checked: ${what}`)),
  ]
}
