import type { ContextCounter, ContextStatus } from '../../../shared/api/context.ts'
import { countOf, formatCount } from '../../../shared/lib/count-of.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../context.ts'
import { findTask } from '../find-task.ts'
import { formatPercent, formatTerm, formatTime } from '../output/figures.ts'
import { jsonText } from '../output/json.ts'
import { formatPairs } from '../output/table.ts'

export type StatusOptions = CommonOptions & {
  readonly window?: number
  readonly profile?: string
  readonly maxTokens?: number
  readonly threshold?: number
  readonly profileThreshold?: number
  readonly auto: boolean
  readonly counter?: ContextCounter
}

/** `dewpoint status <task>`: where a task stands against a model's window. Resolves to the exit code. */
export async function statusCommand(
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
  const status = await withDewpoint(options, context, async ({ client }) => {
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
  })
  await context.terminal.out(options.json === true ? jsonText(status) : statusText(status))
  return 0
}

/** `status` for people. */
export function statusText(status: ContextStatus): string {
  const { contextTokens, window, percent, allowed, reserved, threshold, thresholdSource } = status
  const last = status.lastCondensationTs === null ? '' : `, last ${formatTime(status.lastCondensationTs)}`
  return formatPairs([
    [
      'context',
      `${formatCount(contextTokens)} of ${formatCount(window)} tokens, ${formatPercent(percent)} (${basisOf(status)})`,
    ],
    ['calibration', calibrationOf(status)],
    ['allowed', `${formatCount(allowed)} tokens, ${formatCount(reserved)} reserved for the answer`],
    ['threshold', `${threshold} % (${thresholdSource})`],
    ['condensations', `${status.condensations}${last}`],
    ['next request', nextRequest(status)],
    ['because', status.reason],
    ...status.warnings.map((warning): [string, string] => ['warning', warning]),
  ])
}

function basisOf({ basis, counter }: ContextStatus): string {
  return counter === 'full' ? basis : `${basis}, messages as Roo Code classic counts them`
}

/** How counted tokens became tokens of the model. */
function calibrationOf({ calibration }: ContextStatus): string {
  if (calibration === null) return ''
  const { slope, intercept, r2, points } = calibration
  return `${slope.toFixed(3)} x counted ${formatTerm(intercept)}, R² ${r2.toFixed(4)}, ${countOf(points, 'request')}`
}

function nextRequest({ wouldCondense, wouldTruncate }: ContextStatus): string {
  if (wouldCondense) return wouldTruncate ? 'condenses, or slides the window if that fails' : 'condenses'
  return wouldTruncate ? 'slides the window' : 'goes out as it is'
}
