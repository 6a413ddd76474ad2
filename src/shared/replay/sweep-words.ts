import type { MetricInfo } from '../activity/quality-types.ts'
import { buildFacts, type Block, type Fact } from '../document/document.ts'
import { assertNever } from '../kernel/assert-never.ts'
import { formatCountWithNoun, formatCount } from '../kernel/format-count-with-noun.ts'
import { formatUsd } from '../kernel/format-figures.ts'
import type { LeftOutReason, SweepRecommendation, SweepResult, SweepVerdict } from './sweep-types.ts'

/** Why a task is in no figure. */
const leftOutTexts: Readonly<Record<LeftOutReason, string>> = {
  'no-usage': 'its agent recorded no tokens for its requests',
  'not-played': 'none of its requests can be played again',
  'no-prices': 'the prices of its models are not known',
  'over-limit': 'it is not among the longest tasks that were asked for',
  unreadable: 'it cannot be read',
}

/** What a verdict is called in a table. */
const sweepVerdictLabels: Readonly<Record<SweepVerdict, string>> = {
  cheaper: 'cheaper',
  'no-clear-saving': 'no clear saving',
  dearer: 'costs more',
  'few-tasks': 'not enough data',
  'never-reached': 'never condenses',
}

/** The rule by which a setting is recommended. */
export const sweepRule =
  'The cheapest setting is recommended whose headline figures are no worse than the best by more than their 95 % intervals, over the tasks that both condensed.'

/** Fewest tasks of a verdict. */
const fewestTasks = 5

/** The answer in one sentence with its numbers. */
export function sweepAnswer(result: SweepResult): string {
  const { recommended, tasks, never, leftOut } = result
  if (recommended === null) return 'No setting has a known cost.'
  const isCut = leftOut.some(({ reason }) => reason === 'over-limit')
  const over = `over your ${formatCountWithNoun(tasks.length, isCut ? 'longest task' : 'task')}`
  const { arm, thresholdTokens, costUsd, interval, verdict } = recommended
  const { instead, difference, isNever } = buildComparison(recommended)
  const at = `${arm} at ${formatCount(thresholdTokens)} tokens`
  const figures = `${formatUsd(costUsd)} a task instead of ${instead}`
  switch (verdict) {
    case 'cheaper':
      return `At ${formatCount(thresholdTokens)} tokens: ${figures} ${over}${formatCostRange(interval)}, with ${arm}.`
    case 'no-clear-saving':
      return `No setting is clearly cheaper than ${isNever ? 'never condensing' : 'what was recorded'}: ${at} comes to ${figures} ${over}${difference}.`
    case 'dearer':
      return `${isNever ? 'Never condensing' : 'What was recorded'} is cheaper than every setting: ${at} comes to ${figures} ${over}${difference}.`
    case 'few-tasks':
      return `Not enough tasks for a verdict (${tasks.length} of at least ${fewestTasks}): ${at} comes to ${figures}.`
    case 'never-reached':
      return `Nothing is condensed at any of these settings ${over}: ${formatUsd(never.costUsd)} a task either way.`
    default:
      return assertNever(verdict)
  }
}

/** A sweep with its arms by the names that people know, `nameOf` of their ids. */
export function withArmNames(result: SweepResult, nameOf: (armId: string) => string): SweepResult {
  const nameArm = <T extends { readonly arm: string }>(place: T): T => ({ ...place, arm: nameOf(place.arm) })
  const nameSetting = (one: SweepRecommendation): SweepRecommendation => ({
    ...nameArm(one),
    cheaperButWorse: one.cheaperButWorse === null ? null : nameArm(one.cheaperButWorse),
  })
  return {
    ...result,
    recommended: result.recommended === null ? null : nameSetting(result.recommended),
    windows: result.windows.map(nameSetting),
    sweep: result.sweep.map(nameArm),
  }
}

/** What a setting takes the place of, with its cost and how far the difference is known. */
function buildComparison({ costUsd, againstNever, againstRecorded }: SweepRecommendation) {
  const isNever = againstRecorded === null
  const { costUsd: differenceUsd, interval } = againstRecorded ?? againstNever
  const withoutUsd = formatUsd(costUsd - differenceUsd)
  const neverUsd = formatUsd(costUsd - againstNever.costUsd)
  const also = neverUsd === withoutUsd ? '' : ` (${neverUsd} never condensing)`
  const ends =
    interval === null
      ? ''
      : ` (95 % of the difference: ${formatUsd(interval.low)} to ${formatUsd(interval.high)})`
  const what = isNever ? 'never condensing' : 'as recorded'
  return { isNever, instead: `${withoutUsd} ${what}${also}`, difference: ends }
}

function formatCostRange(interval: SweepRecommendation['interval']): string {
  return interval === null ? '' : ` (95 %: ${formatUsd(interval.low)} to ${formatUsd(interval.high)})`
}

/** What else is to be known of the recommended settings, a sentence each. */
export function listSweepNotes(
  { recommended, windows }: SweepResult,
  metrics: readonly Pick<MetricInfo, 'id' | 'label'>[],
): readonly string[] {
  const findLabel = (figure: string): string => metrics.find(({ id }) => id === figure)?.label ?? figure
  return [
    ...(recommended === null ? [] : listSettingNotes(recommended, findLabel)),
    ...(windows.length < 2 ? [] : windows.map(describeWindowSetting)),
  ]
}

/** Tasks that are in no figure, a sentence each: the first by name, and how many more. */
export function listLeftOutTasks(
  { leftOut }: Pick<SweepResult, 'leftOut'>,
  mostNamed: number,
): readonly string[] {
  const named = leftOut.filter(({ reason }) => reason !== 'over-limit')
  const over = leftOut.length - named.length
  const more = named.length - mostNamed
  return [
    ...named
      .slice(0, mostNamed)
      .map(
        ({ id, title, reason }) =>
          `Left out: ${title === '' ? id : title.slice(0, 60)}, ${leftOutTexts[reason]}.`,
      ),
    ...(more > 0 ? [`And ${formatCountWithNoun(more, 'task')} more.`] : []),
    ...(over > 0 ? [`${formatCountWithNoun(over, 'shorter task')} not played.`] : []),
  ]
}

/** The names and values of the recommended setting in each agent that has one; nothing where there is none. */
export function buildAgentSettings({ recommended }: Pick<SweepResult, 'recommended'>): readonly Block[] {
  if (recommended === null || recommended.verdict === 'never-reached') return []
  const { thresholdTokens, windowTokens, settings } = recommended
  return [
    {
      kind: 'heading',
      text: `To condense at ${formatCount(thresholdTokens)} of ${formatCount(windowTokens)} tokens`,
    },
    buildFacts(
      Object.entries(settings.agent).map(([agent, values]): Fact => [
        agent,
        Object.entries(values)
          .map(([name, value]) => `${name} = ${value}`)
          .join(', '),
      ]),
    ),
  ]
}

/** What else is to be known of a recommended setting, a sentence each; `labelOf` names figures. */
function listSettingNotes(
  setting: SweepRecommendation,
  labelOf: (figure: string) => string,
): readonly string[] {
  const { cheaperButWorse: cheaper, earlier, later, overWindow, windowTokens } = setting
  const places = [
    ...(earlier === null
      ? []
      : [`Earlier, at ${formatCount(earlier.thresholdTokens)}: ${formatUsd(earlier.costUsd)}`]),
    ...(later === null
      ? []
      : [`Later, at ${formatCount(later.thresholdTokens)}: ${formatUsd(later.costUsd)}`]),
  ]
  return [
    ...(places.length === 0 ? [] : [`${places.join('. ')} a task, with the same arm.`]),
    ...(cheaper === null
      ? []
      : [
          `Cheaper, but it keeps less: ${cheaper.arm} at ${formatCount(cheaper.thresholdTokens)} tokens (${formatUsd(cheaper.costUsd)}), ${labelOf(cheaper.figure)} ${cheaper.value.toFixed(2)} where the best has ${cheaper.best.toFixed(2)}.`,
        ]),
    ...(overWindow.tasks === 0
      ? []
      : [
          `${overWindow.tasks} of ${formatCountWithNoun(overWindow.of, 'task')} would outgrow a window of ${formatCount(windowTokens)} tokens, so never condensing is not an option there.`,
        ]),
  ]
}

/** A setting with a window, in a line. */
function describeWindowSetting(setting: SweepRecommendation): string {
  const { windowTokens, arm, thresholdTokens, costUsd, verdict } = setting
  const { instead } = buildComparison(setting)
  return `With a window of ${formatCount(windowTokens)} tokens: ${arm} at ${formatCount(thresholdTokens)}, ${formatUsd(costUsd)} a task instead of ${instead}, ${sweepVerdictLabels[verdict]}.`
}
