import type { Command } from 'commander'
import {
  alignRight,
  buildFacts,
  buildTable,
  listFirst,
  type Block,
  type Fact,
} from '../../../../shared/document/document.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatPercent, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import type { DriftResult } from '../../../../shared/replay/drift-contract.ts'
import { formatHalfLife } from '../../../../shared/replay/policy-words.ts'
import { addCommand, taskHelp, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findTask } from '../../../terminal/arguments/find-task.ts'
import { parseCycles, price } from '../../../terminal/arguments/numbers.ts'
import { readPolicyFile } from '../../../terminal/arguments/read-policy-file.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { awaitJobResult } from '../../../terminal/jobs/await-job-result.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import { describeModelRequests } from '../../models/commands/describe-model-requests.ts'

/** `dewpoint drift`. */
export function addDriftCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'drift',
    'Condense a history again and again, and show what is left of the first facts.',
    'drift ~/tasks/42 --cycles 5',
  )
    .argument('<task>', taskHelp)
    .option('--policy <file>', 'YAML or JSON with policies, instead of the usual ones')
    .option('--cycles <number>', 'how often it is condensed, 2 to 20 (default: 5)', parseCycles)
    .option('--max-cost <usd>', 'what the models of each policy may cost, in $', price)
    .action(run(runDriftCommand))
}

type DriftOptions = CommonOptions & {
  readonly policy?: string
  readonly cycles?: number
  readonly maxCost?: number
}

/** `dewpoint drift <task>`. Resolves to 2 where the file of policies is not valid. */
async function runDriftCommand(
  name: string,
  options: DriftOptions,
  context: CommandContext,
): Promise<number> {
  return withDewpoint(options, context, async ({ client }) => {
    const read = await readPolicyFile(options.policy, client, context)
    if (!read.ok) return 2
    const { id: taskId } = await findTask(name, client, context.folder)
    const { cycles, maxCost: maxCostUsd } = options
    const input = { taskId, policies: read.policies, cycles, maxCostUsd }
    // Without a file no policy asks a model.
    if (read.policies !== undefined) {
      const estimate = await client.drift.estimate(input, { signal: context.signal })
      context.terminal.err(describeModelRequests(estimate, maxCostUsd))
    }
    const result = await awaitJobResult((more) => client.drift.run(input, more), options, context)
    return printAnswer(options, context, result, buildDriftDocument)
  })
}

/** `drift`: what each cycle of a policy left, half-lives, and what did not happen. */
function buildDriftDocument({ cuts, policies }: DriftResult): readonly Block[] {
  const facts = policies[0]?.facts ?? 0
  return [
    buildFacts([
      ['condensed', formatCountWithNoun(cuts.length, 'time')],
      [
        'followed',
        `${formatCountWithNoun(facts, 'fact')} in the first ${formatCountWithNoun(cuts[0] ?? 0, 'message')} that no later message states again`,
      ],
    ]),
    buildTable(
      ['policy', ...alignRight('cycle', 'messages', 'tokens before', 'after', 'facts left', 'cost')],
      policies.flatMap(({ id, cycles }) =>
        cycles.map((cycle, index) => [
          id,
          String(index + 1),
          formatCount(cycle.messages),
          formatCount(cycle.tokensBefore),
          cycle.isCondensed ? formatCount(cycle.tokensAfter) : 'not condensed',
          cycle.survival === null ? '' : formatPercent(100 * cycle.survival),
          cycle.costUsd === 0 && !cycle.isCondensed ? '' : formatUsd(cycle.costUsd),
        ]),
      ),
    ),
    buildTable(
      ['policy', 'first facts'],
      policies.map((policy) => [policy.id, formatHalfLife(policy)]),
    ),
    buildFacts(
      policies.map(({ id, notes }): Fact => [
        id,
        listFirst(
          notes.map(({ cycle, text }) => `in cycle ${cycle + 1}: ${text}`),
          2,
        ),
      ]),
    ),
  ]
}
