import type { MetricInfo } from '../activity/quality-types.ts'
import { alignRight, buildFacts, buildTable, buildText, type Block, type Fact } from '../document/document.ts'
import { nameArm } from '../home/answers-words.ts'
import { assertNever } from '../kernel/assert-never.ts'
import { findLargest, findSmallest } from '../kernel/find-extreme.ts'
import { formatCountWithNoun, formatCount } from '../kernel/format-count-with-noun.ts'
import { formatUsd } from '../kernel/format-figures.ts'
import type {
  LeftOutReason,
  MeanCost,
  RecordedTriggers,
  SweepPlace,
  SweepRecommendation,
  SweepResult,
  SweepVerdict,
  SweptTriggers,
} from './sweep-types.ts'

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
  alike: 'not told from others',
  'no-clear-saving': 'no clear saving',
  dearer: 'costs more',
  'few-tasks': 'not enough data',
  'never-reached': 'never condenses',
}

/** The rule by which a setting is named. */
export const sweepRule =
  'First is the cheapest setting whose headline figures are not clearly worse than the best, over the tasks that both condensed. It is named only where tasks cost clearly less with it than without condensing, than recorded, and than with every other setting.'

/** Fewest tasks of a verdict. */
const fewestTasks = 5

/** The answer in one sentence with its numbers. */
export function sweepAnswer(result: SweepResult): string {
  const { recommended, tasks, never, leftOut } = result
  if (recommended === null) return 'No setting has a known cost.'
  const isCut = leftOut.some(({ reason }) => reason === 'over-limit')
  const over = `over your ${formatCountWithNoun(tasks.length, isCut ? 'longest task' : 'task')}`
  const { thresholdTokens, verdict, alike } = recommended
  const { instead, difference, isNever } = buildComparison(recommended)
  const at = namePlace(recommended)
  const figures = `${formatMeanCost(recommended)} a task instead of ${instead}`
  const needed = describeNeeded(recommended)
  switch (verdict) {
    case 'cheaper':
      return `At ${formatCount(thresholdTokens)} tokens: ${figures} ${over}${difference}, with ${nameArm({ label: recommended.arm, isExtracted: recommended.isExtracted })}.`
    case 'alike': {
      const [next] = alike
      const more = alike.length - 1
      const others =
        next === undefined
          ? 'others'
          : `${namePlace(next)}${more > 0 ? ` and ${formatCountWithNoun(more, 'other setting')}` : ''}`
      return `No setting stands out ${over}${needed}: ${at} is first with ${figures}${difference}, and ${others} may do as well.`
    }
    case 'no-clear-saving':
      return `No setting is clearly cheaper than ${isNever ? 'never condensing' : 'what was recorded'}${needed}: ${at} comes to ${figures} ${over}${difference}.`
    case 'dearer':
      return `${isNever ? 'Never condensing' : 'What was recorded'} is cheaper than every setting: ${at} comes to ${figures} ${over}${difference}.`
    case 'few-tasks':
      return `Not enough tasks for a verdict (${tasks.length} of at least ${fewestTasks}): ${at} comes to ${figures}.`
    case 'never-reached':
      return `Nothing is condensed at any of these settings ${over}: ${formatMeanCost(never)} a task either way.`
    default:
      return assertNever(verdict)
  }
}

/** An arm at a size; one whose model did not run says so. */
function namePlace({ arm, isExtracted, thresholdTokens }: SweepPlace): string {
  return `${nameArm({ label: arm, isExtracted })} at ${formatCount(thresholdTokens)} tokens`
}

/** The mean, and the middle one where few tasks make the mean. */
function formatMeanCost({ costUsd, medianUsd, isUneven }: MeanCost): string {
  return isUneven && medianUsd !== costUsd
    ? `${formatUsd(costUsd)} (the middle one ${formatUsd(medianUsd)})`
    : formatUsd(costUsd)
}

function describeNeeded({ have, needed }: SweepRecommendation): string {
  return needed === null ? '' : ` (${formatCountWithNoun(have, 'task')}, about ${formatCount(needed)} needed)`
}

/** A sweep with its arms by the names that people know, `nameOf` of their ids. */
export function withArmNames(result: SweepResult, nameOf: (armId: string) => string): SweepResult {
  const nameArmOf = <T extends { readonly arm: string }>(place: T): T => ({
    ...place,
    arm: nameOf(place.arm),
  })
  const nameSetting = (one: SweepRecommendation): SweepRecommendation => ({
    ...nameArmOf(one),
    cheaperButWorse: one.cheaperButWorse === null ? null : nameArmOf(one.cheaperButWorse),
    alike: one.alike.map(nameArmOf),
  })
  return {
    ...result,
    recommended: result.recommended === null ? null : nameSetting(result.recommended),
    windows: result.windows.map(nameSetting),
    ...(result.triggers === undefined ? {} : { triggers: nameArmOf(result.triggers) }),
    sweep: result.sweep.map(nameArmOf),
  }
}

/** What a setting takes the place of, with its cost and how far the difference is known. */
function buildComparison({ costUsd, againstNever, againstRecorded }: SweepRecommendation) {
  // What is clearly dearer than the setting is not what holds it back.
  const isNever = againstRecorded === null || (againstRecorded.interval?.high ?? 0) < 0
  const { costUsd: differenceUsd, interval } = againstRecorded ?? againstNever
  const withoutUsd = formatUsd(costUsd - differenceUsd)
  const neverUsd = formatUsd(costUsd - againstNever.costUsd)
  const also = neverUsd === withoutUsd ? '' : ` (${neverUsd} never condensing)`
  const ends =
    interval === null
      ? ''
      : ` (95 % of the middle difference: ${formatUsd(interval.low)} to ${formatUsd(interval.high)})`
  const what = againstRecorded === null ? 'never condensing' : 'as recorded'
  return { isNever, instead: `${withoutUsd} ${what}${also}`, difference: ends }
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

type TriggerRow = SweptTriggers['rows'][number]

/** What condensing idle sessions would have come to instead of going by the size alone, in a sentence; empty where nobody tried. */
export function idleAnswer({ triggers }: Pick<SweepResult, 'triggers'>): string {
  const bySize = triggers?.rows.find(({ kind }) => kind === 'size')
  if (triggers === undefined || bySize === undefined) return ''
  const idle = triggers.rows.filter(({ kind }) => kind === 'idle')
  const fired = idle.filter(({ condensations }) => condensations > 0)
  // The largest size is that of the agent that does so.
  const [shown] = fired
  if (shown === undefined) {
    const least = findSmallest(idle.map(({ leastTokens }) => leastTokens ?? 0))
    return `None of your ${formatCountWithNoun(triggers.tasks, 'task')} was left idle for long with ${formatCount(least)} tokens or more.`
  }
  const { leastTokens, costUsd, condensations, condensedTasks, leftOpenUsd } = shown
  const open =
    leftOpenUsd === null || leftOpenUsd === 0
      ? ''
      : `, and ${formatUsd(leftOpenUsd)} more if every session stays open at its end`
  return `On your ${formatCountWithNoun(triggers.tasks, 'task')} idle condensation from ${formatCount(leastTokens ?? 0)} tokens on would have cost ${formatUsd(costUsd)} instead of ${formatUsd(bySize.costUsd)} (${formatCountWithNoun(condensations, 'condensation')} in ${formatCountWithNoun(condensedTasks, 'task')})${open}.`
}

/** Triggers beyond size: the answer, and a row for each. */
export function buildTriggerBlocks(result: Pick<SweepResult, 'triggers'>): readonly Block[] {
  const { triggers } = result
  if (triggers === undefined) return []
  const { arm, idleMinutes, rows } = triggers
  const wait = idleMinutes === null ? 'nine tenths of the life of its cache' : `${idleMinutes} minutes`
  return [
    { kind: 'heading', text: 'Triggers beyond size' },
    buildText(
      idleAnswer(result),
      `Method: ${arm}, which condenses at its own size in every row. A session is idle ${wait} after an answer, while nobody writes. A task is new where its prompt has few words of the turn before.`,
    ),
    buildTable(
      [
        'trigger',
        ...alignRight('from tokens', '$ in all', 'condensed for it', 'tasks', '$ more if left open'),
      ],
      rows.map((row) => [
        triggerLabels[row.kind],
        row.leastTokens === null ? '' : formatCount(row.leastTokens),
        formatUsd(row.costUsd),
        String(row.condensations),
        `${row.condensedTasks} of ${triggers.tasks}`,
        describeLeftOpen(row),
      ]),
    ),
  ]
}

function describeLeftOpen({ kind, leftOpenUsd }: TriggerRow): string {
  if (kind !== 'idle') return ''
  return leftOpenUsd === null ? 'unknown' : formatUsd(leftOpenUsd)
}

const triggerLabels: Readonly<Record<TriggerRow['kind'], string>> = {
  size: 'size alone',
  idle: 'idle session',
  'task-start': 'new task',
  prepared: 'size, prepared ahead',
}

/** At what size agents condensed by themselves, by version, as a sentence; empty where no record tells. */
export function describeRecordedTriggers({
  recordedTriggers = [],
}: Pick<SweepResult, 'recordedTriggers'>): string {
  const rows = listSizedTriggers({ recordedTriggers })
  const sizes = rows.flatMap((row) => row.sizes.map(({ tokens }) => tokens))
  if (sizes.length === 0) return ''
  const untold = rows.reduce((total, row) => total + row.untold, 0)
  const range = `${formatCount(findSmallest(sizes))} and ${formatCount(findLargest(sizes))}`
  return [
    `${formatCountWithNoun(sizes.length, 'recorded condensation')} by size: between ${range} tokens.`,
    'What stands here was measured when each agent condensed, and is no setting that anybody names.',
    ...(untold === 0 ? [] : [`Nothing says what set off ${untold} of them.`]),
  ].join(' ')
}

/** The agents and versions that have a size. */
export function listSizedTriggers({
  recordedTriggers = [],
}: Pick<SweepResult, 'recordedTriggers'>): RecordedTriggers {
  return recordedTriggers.filter(({ sizes }) => sizes.length > 0)
}

/** The same by agent and version. */
export function buildRecordedTriggerBlocks(result: Pick<SweepResult, 'recordedTriggers'>): readonly Block[] {
  const { recordedTriggers = [] } = result
  if (recordedTriggers.length === 0) return []
  return [
    { kind: 'heading', text: 'Recorded triggers' },
    buildText(describeRecordedTriggers(result)),
    buildTable(
      [
        'agent',
        'version',
        ...alignRight('by size', 'smallest', 'median', 'largest', 'by hand', 'idle', 'no size'),
      ],
      recordedTriggers.map(({ agent, version, sizes, byHand, idle, withoutSize }) => {
        const tokens = sizes.map((one) => one.tokens)
        const { low, middle, high } = findSizeRange(tokens) ?? {}
        const write = (size: number | undefined): string =>
          size === undefined ? '' : formatCount(Math.round(size))
        return [
          agent,
          version ?? 'not recorded',
          formatCount(sizes.length),
          write(low),
          write(middle),
          write(high),
          formatCount(byHand),
          formatCount(idle),
          formatCount(withoutSize),
        ]
      }),
    ),
  ]
}

/** The smallest, the middle and the largest of sizes in ascending order; null where there are none. */
export function findSizeRange(
  sizes: readonly number[],
): { readonly low: number; readonly middle: number; readonly high: number } | null {
  const [low, high] = [sizes[0], sizes.at(-1)]
  if (low === undefined || high === undefined) return null
  const half = sizes.length / 2
  const middle = ((sizes[Math.ceil(half) - 1] ?? low) + (sizes[Math.floor(half)] ?? high)) / 2
  return { low, middle, high }
}

/** The names and values of the named setting in each agent that has one; nothing where none is named. */
export function buildAgentSettings({ recommended }: Pick<SweepResult, 'recommended'>): readonly Block[] {
  if (recommended === null || recommended.verdict !== 'cheaper') return []
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
    ...(places.length === 0 ? [] : [`${places.join('. ')} a task, with the same method.`]),
    ...(cheaper === null
      ? []
      : [
          `Cheaper, but it keeps less: ${namePlace(cheaper)} (${formatUsd(cheaper.costUsd)}), ${labelOf(cheaper.figure)} ${cheaper.value.toFixed(2)} where the best has ${cheaper.best.toFixed(2)}.`,
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
  const { windowTokens, verdict } = setting
  const { instead } = buildComparison(setting)
  return `With a window of ${formatCount(windowTokens)} tokens: ${namePlace(setting)}, ${formatMeanCost(setting)} a task instead of ${instead}, ${sweepVerdictLabels[verdict]}.`
}
