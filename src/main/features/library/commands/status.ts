import { Option, type Command } from 'commander'
import { buildFacts, type Block } from '../../../../shared/document/document.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatPercent, formatTerm } from '../../../../shared/kernel/format-figures.ts'
import type { ContextCounter, ContextStatus } from '../../../../shared/library/context-contract.ts'
import { addCommand, taskHelp, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findTask } from '../../../terminal/arguments/find-task.ts'
import { count, number, parseThresholdPercent, parseTokens } from '../../../terminal/arguments/numbers.ts'
import type { CommandContext, CommonOptions } from '../../../terminal/context.ts'
import { formatTime } from '../../../terminal/output/figures.ts'
import { askAndPrint } from '../../../terminal/print-answer.ts'
import type { Dewpoint } from '../../common/dewpoint.ts'

/** `dewpoint status`. */
export function addStatusCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'status',
    'Show where a task stands against a model’s window, and what the next request would do.',
    'status ~/tasks/42 --window 200000 --threshold 75',
  )
    .argument('<task>', taskHelp)
    .option('--window <tokens>', 'context window of the model', parseTokens)
    .option('--profile <id>', 'take window, output limit and threshold from a profile instead')
    .option('--max-tokens <tokens>', 'output limit of the model (8,192 are reserved without one)', count)
    .option(
      '--threshold <percent>',
      'global threshold, 5 to 100 (default: that of the policy)',
      parseThresholdPercent,
    )
    .option('--profile-threshold <percent>', 'threshold of the profile (-1 inherits the global one)', number)
    .option('--no-auto', 'automatic condensation is off, whatever the policy says')
    .addOption(
      new Option(
        '--counter <name>',
        'how messages are counted: roo-classic adds half again and counts tool blocks as 0',
      ).choices(['full', 'roo-classic']),
    )
    .action(run(runStatusCommand))
}

type StatusOptions = CommonOptions & {
  readonly window?: number
  readonly profile?: string
  readonly maxTokens?: number
  readonly threshold?: number
  readonly profileThreshold?: number
  readonly auto: boolean
  readonly counter?: ContextCounter
}

/** `dewpoint status <task>`: where a task stands against a model's window. Resolves to the exit code. */
async function runStatusCommand(
  name: string,
  options: StatusOptions,
  context: CommandContext,
): Promise<number> {
  const {
    window: windowTokens,
    profile: profileId,
    maxTokens,
    threshold,
    profileThreshold,
    counter,
  } = options
  const ask = async (client: Dewpoint['client']): Promise<ContextStatus> => {
    const { id: taskId } = await findTask(name, client, context.folder)
    return client.context.status({
      taskId,
      windowTokens,
      profileId,
      maxTokens,
      threshold,
      profileThreshold,
      autoCondense: options.auto ? undefined : false,
      counter,
    })
  }
  return askAndPrint(options, context, ask, buildContextStatus)
}

/** `status`: where a task stands against a window, and what the next request would do. */
export function buildContextStatus(status: ContextStatus): readonly Block[] {
  const { contextTokens, window, percent, allowed, reserved, threshold, thresholdSource } = status
  const last = status.lastCondensationTs === null ? '' : `, last ${formatTime(status.lastCondensationTs)}`
  return [
    buildFacts([
      [
        'context',
        `${formatCount(contextTokens)} of ${formatCount(window)} tokens, ${formatPercent(percent)} (${describeBasis(status)})`,
      ],
      ['messages', formatCount(status.messages)],
      ['calibration', describeCalibration(status)],
      ['allowed', `${formatCount(allowed)} tokens, ${formatCount(reserved)} reserved for the answer`],
      ['threshold', `${threshold} % (${thresholdSource})`],
      ['condensations', `${status.condensations}${last}`],
      ['next request', describeNextRequest(status)],
      ['because', status.reason],
      ['warning', status.warnings],
    ]),
  ]
}

function describeBasis({ basis, counter }: ContextStatus): string {
  return counter === 'full' ? basis : `${basis}, messages as Roo Code classic counts them`
}

/** How counted tokens became tokens of the model. */
function describeCalibration({ calibration }: ContextStatus): string {
  if (calibration === null) return ''
  const { slope, intercept, r2, points } = calibration
  return `${slope.toFixed(3)} x counted ${formatTerm(intercept)}, R² ${r2.toFixed(4)}, ${formatCountWithNoun(points, 'request')}`
}

function describeNextRequest({ wouldCondense, wouldTruncate }: ContextStatus): string {
  if (wouldCondense) return wouldTruncate ? 'condenses, or slides the window if that fails' : 'condenses'
  return wouldTruncate ? 'slides the window' : 'is sent unchanged'
}
