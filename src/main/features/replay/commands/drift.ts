import type { Command } from 'commander'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import type { DriftResult } from '../../../../shared/replay/drift-contract.ts'
import { addCommand, taskHelp, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findTask } from '../../../terminal/arguments/find-task.ts'
import { parseCycles, price } from '../../../terminal/arguments/numbers.ts'
import { readPolicyFile } from '../../../terminal/arguments/read-policy-file.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { awaitJobResult } from '../../../terminal/jobs/await-job-result.ts'
import { formatPercent, formatUsd, formatOneLine } from '../../../terminal/output/figures.ts'
import { formatJson } from '../../../terminal/output/json.ts'
import { formatPairs, formatTable } from '../../../terminal/output/table.ts'
import { buildFirstPairs } from '../../experiments/commands/build-first-pairs.ts'
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
    .action((task: string, options: DriftOptions) =>
      run((context) => runDriftCommand(task, options, context)),
    )
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
    await context.terminal.out(options.json === true ? formatJson(result) : formatDrift(result))
    return 0
  })
}

type DriftedPolicy = DriftResult['policies'][number]

/** `drift` for people: what each cycle of a policy left, half-lives, and what did not happen. */
function formatDrift({ cuts, policies }: DriftResult): string {
  const facts = policies[0]?.facts ?? 0
  const stated = `${formatCountWithNoun(facts, 'fact')} in the first ${formatCountWithNoun(cuts[0] ?? 0, 'message')} that no later message states again`
  const rows = policies.flatMap(({ id, cycles }) =>
    cycles.map((cycle, index) => [
      id,
      String(index + 1),
      formatCount(cycle.messages),
      formatCount(cycle.tokensBefore),
      cycle.isCondensed ? formatCount(cycle.tokensAfter) : 'not condensed',
      cycle.survival === null ? '' : formatPercent(100 * cycle.survival),
      cycle.costUsd === 0 && !cycle.isCondensed ? '' : formatUsd(cycle.costUsd),
    ]),
  )
  const sections = [
    formatPairs([
      ['condensed', formatCountWithNoun(cuts.length, 'time')],
      ['followed', stated],
    ]),
    formatTable(
      [
        { title: 'policy' },
        ...['cycle', 'messages', 'tokens before', 'after', 'facts left', 'cost'].map((title) => ({
          title,
          align: 'right' as const,
        })),
      ],
      rows,
    ),
    formatTable(
      [{ title: 'policy' }, { title: 'half of the facts are gone after' }],
      policies.map(buildHalfLifeRow),
    ),
    formatPairs(policies.flatMap(buildNotePairs)),
  ]
  return sections.filter((section) => section !== '').join('\n')
}

function buildHalfLifeRow({ id, facts, cycles, halfLifeCycles }: DriftedPolicy): readonly string[] {
  if (facts === 0) return [id, 'no facts to follow']
  if (!cycles.some(({ isCondensed }) => isCondensed)) return [id, 'it condensed nothing']
  if (halfLifeCycles === null) return [id, 'none was lost']
  return [id, `${halfLifeCycles.toFixed(1)} condensations`]
}

const mostNotes = 2
/** What stands behind it is said in fewer characters; a message of a model may be anything. */
const mostNoteChars = 1200

function buildNotePairs({ id, notes }: DriftedPolicy): [string, string][] {
  const texts = notes.map(({ cycle, text }) => formatOneLine(`in cycle ${cycle + 1}: ${text}`, mostNoteChars))
  return buildFirstPairs(id, texts, mostNotes)
}
