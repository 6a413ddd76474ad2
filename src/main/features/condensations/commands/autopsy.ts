import type { Command } from 'commander'
import type { Autopsied, Autopsy, StatedFact } from '../../../../shared/condensations/autopsy-types.ts'
import { describeLoss } from '../../../../shared/condensations/autopsy-words.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { factClassLabels } from '../../../../shared/kernel/words/fact-class-labels.ts'
import { formatContradiction } from '../../../../shared/kernel/words/state-words.ts'
import { addCommand, taskHelp, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findTask } from '../../../terminal/arguments/find-task.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { formatTime, formatUsd, formatOneLine } from '../../../terminal/output/figures.ts'
import { formatJson } from '../../../terminal/output/json.ts'
import { formatPairs } from '../../../terminal/output/table.ts'

/** `dewpoint autopsy`. */
export function addAutopsyCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'autopsy',
    'Show what the agent’s own condensations lost, and what was read again for it.',
    'autopsy ~/tasks/42',
  )
    .argument('<task>', taskHelp)
    .action((task: string, options: CommonOptions) =>
      run((context) => runAutopsyCommand(task, options, context)),
    )
}

/** `dewpoint autopsy <task>`. Resolves to the exit code. */
async function runAutopsyCommand(
  name: string,
  options: CommonOptions,
  context: CommandContext,
): Promise<number> {
  const found = await withDewpoint(options, context, async ({ client }) => {
    const { id: taskId } = await findTask(name, client, context.folder)
    return client.timeline.autopsy({ taskId }, { signal: context.signal })
  })
  await context.terminal.out(options.json === true ? formatJson(found) : formatAutopsy(found))
  return 0
}

function formatAutopsy({ condensations }: Autopsy): string {
  if (condensations.length === 0) return 'The agent recorded no condensation.\n'
  return condensations.map(formatAutopsySection).join('\n')
}

/** Names of files and facts that stand in a line. */
const mostNames = 6

function formatAutopsySection(one: Autopsied): string {
  const {
    n,
    kind,
    trigger,
    ts,
    before,
    after,
    atRequest,
    hidden,
    costUsd,
    rules,
    byClass,
    statements,
    readAgain,
  } = one
  const formatTokensOrUnknown = (tokens: number | null): string =>
    tokens === null ? 'not recorded' : formatCount(tokens)
  const lostRules = rules.filter(({ state }) => state !== 'kept')
  const pairs: [string, string][] = [
    [
      `condensation ${n}`,
      [
        `${kind}${trigger === null ? '' : ` (${trigger})`}`,
        ts === null ? '' : formatTime(ts),
        atRequest === null ? 'after the last request' : `before request ${atRequest}`,
        costUsd === null || costUsd === 0 ? '' : formatUsd(costUsd),
      ]
        .filter((text) => text !== '')
        .join(', '),
    ],
    ['context', `${formatTokensOrUnknown(before)} to ${formatTokensOrUnknown(after)} tokens`],
    ...(hidden === null
      ? []
      : [
          [
            'hidden',
            `${formatCountWithNoun(hidden.messages, 'message')}, ${formatCountWithNoun(hidden.parts, 'part')}, ${formatCount(hidden.tokens)} tokens`,
          ] satisfies [string, string],
        ]),
    ['lost', describeLoss(one)],
    ...byClass.flatMap((fates) => buildClassPairs(one, fates)),
    ...lostRules.map(({ text, state }): [string, string] => [
      state === 'lost' ? 'rule lost' : 'rule at risk',
      formatOneLine(text, 160),
    ]),
    ...statements
      .filter(({ verdict }) => verdict === 'contradicted')
      .map((one): [string, string] => ['contradicted', formatOneLine(formatContradiction(one), 160)]),
    ...(readAgain.paths.length === 0
      ? []
      : [['read again', formatNameList(readAgain.paths)] satisfies [string, string]]),
  ]
  return formatPairs(pairs)
}

/** What became of the facts of a class, and the first of those that are gone and of those that still stand. */
function buildClassPairs(
  { gone, kept: standing }: Autopsied,
  { classId, kept, lost, atRisk }: Autopsied['byClass'][number],
): [string, string][] {
  const listClassTexts = (facts: readonly StatedFact[]): readonly string[] =>
    facts.filter((fact) => fact.classId === classId).map(({ text }) => formatOneLine(text, 60))
  const counts = [
    `${kept} kept`,
    ...(lost > 0 ? [`${lost} lost`] : []),
    ...(atRisk > 0 ? [`${atRisk} at risk`] : []),
  ]
  const pairs: [string, string][] = [['', `${factClassLabels[classId].many}: ${counts.join(', ')}`]]
  // Rules have lines of their own.
  if (lost + atRisk > 0 && classId !== 'constraint')
    pairs.push([lost > 0 ? '  lost' : '  at risk', formatNameList(listClassTexts(gone))])
  if (kept > 0) pairs.push(['  kept', formatNameList(listClassTexts(standing))])
  return pairs
}

function formatNameList(names: readonly string[]): string {
  const more = names.length - mostNames
  return `${names.slice(0, mostNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
