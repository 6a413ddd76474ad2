import type { Command } from 'commander'
import type { Autopsied, Autopsy, StatedFact } from '../../../../shared/condensations/autopsy-types.ts'
import { describeLoss } from '../../../../shared/condensations/autopsy-words.ts'
import { buildFacts, buildText, type Block, type Fact } from '../../../../shared/document/document.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatUsd } from '../../../../shared/kernel/format-figures.ts'
import { factClassLabels } from '../../../../shared/kernel/words/fact-class-labels.ts'
import { addCommand, taskHelp, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findTask } from '../../../terminal/arguments/find-task.ts'
import type { CommandContext, CommonOptions } from '../../../terminal/context.ts'
import { formatTime, formatOneLine } from '../../../terminal/output/figures.ts'
import { askAndPrint } from '../../../terminal/print-answer.ts'

/** `dewpoint autopsy`. */
export function addAutopsyCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'autopsy',
    'Show what the agent’s own condensations lost, and what was read again for it.',
    'autopsy ~/tasks/42',
  )
    .argument('<task>', taskHelp)
    .action(
      run((task: string, options: CommonOptions, context: CommandContext) =>
        askAndPrint(
          options,
          context,
          async (client) => {
            const { id: taskId } = await findTask(task, client, context.folder)
            return client.timeline.autopsy({ taskId }, { signal: context.signal })
          },
          buildAutopsyDocument,
        ),
      ),
    )
}

/** `autopsy`: what each condensation did, and the first of what it lost and kept. */
function buildAutopsyDocument({ condensations }: Autopsy): readonly Block[] {
  return condensations.length === 0
    ? [buildText('The agent recorded no condensation.')]
    : condensations.map(buildCondensationFacts)
}

function buildCondensationFacts(one: Autopsied): Block {
  const { before, after, hidden, rules, byClass, readAgain } = one
  const formatSize = (tokens: number | null): string =>
    tokens === null ? 'not recorded' : formatCount(tokens)
  return buildFacts([
    [`condensation ${one.n}`, describeOccasion(one)],
    ['context', `${formatSize(before)} to ${formatSize(after)} tokens`],
    hidden && [
      'hidden',
      `${formatCountWithNoun(hidden.messages, 'message')}, ${formatCountWithNoun(hidden.parts, 'part')}, ${formatCount(hidden.tokens)} tokens`,
    ],
    ['lost', describeLoss(one)],
    ...byClass.flatMap((fates) => listClassFacts(one, fates)),
    ...rules
      .filter(({ state }) => state !== 'kept')
      .map(({ text, state }): Fact => [
        state === 'lost' ? 'rule lost' : 'rule at risk',
        formatOneLine(text, 160),
      ]),
    ['read again', formatNames(readAgain.paths)],
  ])
}

function describeOccasion({ kind, trigger, ts, atRequest, costUsd }: Autopsied): string {
  return [
    `${kind}${trigger === null ? '' : ` (${trigger})`}`,
    ts === null ? '' : formatTime(ts),
    atRequest === null ? 'after the last request' : `before request ${atRequest}`,
    costUsd === null || costUsd === 0 ? '' : formatUsd(costUsd),
  ]
    .filter((text) => text !== '')
    .join(', ')
}

/** What became of the facts of a class, and the first of those that are gone and of those that still stand. */
function listClassFacts(
  { gone, kept: standing }: Autopsied,
  { classId, kept, lost, atRisk }: Autopsied['byClass'][number],
): readonly (Fact | false)[] {
  const formatFacts = (facts: readonly StatedFact[]): string =>
    formatNames(facts.filter((fact) => fact.classId === classId).map(({ text }) => formatOneLine(text, 60)))
  const counts = [
    `${kept} kept`,
    ...(lost > 0 ? [`${lost} lost`] : []),
    ...(atRisk > 0 ? [`${atRisk} at risk`] : []),
  ]
  return [
    ['', `${factClassLabels[classId].many}: ${counts.join(', ')}`],
    // Rules have lines of their own.
    lost + atRisk > 0 && classId !== 'constraint' && [lost > 0 ? '  lost' : '  at risk', formatFacts(gone)],
    kept > 0 && ['  kept', formatFacts(standing)],
  ]
}

/** Names of files and facts that stand in a line. */
const mostNames = 6

function formatNames(names: readonly string[]): string {
  const more = names.length - mostNames
  return `${names.slice(0, mostNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
