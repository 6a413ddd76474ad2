import {
  alignRight,
  buildFacts,
  buildTable,
  buildText,
  type Block,
  type Cell,
} from '../../../../shared/document/document.ts'
import { keptFigure, type Answer } from '../../../../shared/home/answer-types.ts'
import { describeAnswer } from '../../../../shared/home/answers-words.ts'
import { formatCount, formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatUsd } from '../../../../shared/kernel/format-figures.ts'
import { controlWords } from '../../../../shared/kernel/words/state-words.ts'
import type { ArmInfo } from '../../../../shared/methods/arm-types.ts'
import { describeCertainty } from '../../../../shared/methods/arms-words.ts'
import {
  curveSizes,
  plantedKinds,
  type PlantedCurve,
  type PlantedResult,
} from '../../../../shared/planted/planted-types.ts'
import { buildCurve, curveNotes, formatSize } from './build-curve.ts'
import {
  formatMethod,
  formatPoints,
  formatRange,
  formatShare,
  isSeparated,
  listControlCurves,
  markLead,
  sortByArea,
} from './planted-words.ts'

/** Counts up where the page has other parts, so that the committed one is made anew. */
export const scoreboardLayout = 1

/** What the page is made of. */
export type Scoreboard = {
  readonly result: PlantedResult
  readonly arms: readonly ArmInfo[]
  /** What recorded condensations of somebody's sessions say; null where none were named. */
  readonly recorded: Answer | null
  readonly version: string
  /** Makes the page again. */
  readonly command: string
}

/**
 * Methods that need no key, each at its default settings: those of agents, vendors and frameworks, and Dewpoint's own. Of
 * those whose beginning alone is known, nothing can be measured.
 */
export function pickScoreboardArms(arms: readonly ArmInfo[]): readonly string[] {
  return arms
    .filter(({ id, needsKey, group, presetId, origin, providerId }) => {
      if (id === 'recorded' || needsKey || origin?.certainty === 'threshold-only') return false
      return group !== 'own' || presetId === null || providerId === 'native' || providerId === 'composed'
    })
    .map(({ id }) => id)
}

/** The scoreboard: what each method keeps at equal size, after several condensations, for how many dollars. */
export function buildScoreboard(scoreboard: Scoreboard): readonly Block[] {
  const { result, recorded } = scoreboard
  const heading = (text: string): Block => ({ kind: 'heading', text })
  return [
    buildText(describeScoreboard(result)),
    heading('Kept against tokens'),
    buildCurve(result),
    buildText(...curveNotes, describeExtracts(result)),
    heading('By kind'),
    buildKinds(result),
    buildText('The area of each kind of item. Controls have the same sizes.'),
    heading(`After ${listRounds(result).join(', ')} condensations`),
    buildRounds(result),
    buildText(
      'Percent of all items that are there, with those that are stale in brackets, at the size that the method has by itself. A history grows in as many equal shares as it is condensed. The lead is over the best control of as many tokens, after the last of them.',
    ),
    heading('Dollars'),
    buildCharges(result),
    buildText(
      'Once: the request for a summary, where a model is asked, which reads the history from the cache and writes 3,000 tokens or less, and writing what is left into the cache. Then the requests after which what is not read any more has paid for it. At list prices, by the rules of each vendor’s cache.',
    ),
    heading('Methods'),
    buildMethods(scoreboard),
    heading('Recorded condensations'),
    ...(recorded === null ? [buildText(nothingRecorded)] : buildRecorded(recorded)),
    heading('What this page can’t say'),
    ...limits.map((text) => buildText(text)),
    heading('How to repeat it'),
    ...buildRepeat(scoreboard),
  ]
}

function listRounds({ methods }: PlantedResult): readonly number[] {
  return methods[0]?.rounds.map(({ rounds }) => rounds) ?? []
}

/** The sentences that come first: who keeps most, and who no more than a trick. */
export function describeScoreboard(result: PlantedResult): readonly string[] {
  const { methods, controls, histories, tokens, seed } = result
  const condensing = listCondensing(result)
  const idle = methods.length - condensing.length
  const [first] = condensing
  const [[control, best] = []] = listControlCurves(controls)
  const separated = curveSizes.map(
    (share, size) =>
      `${condensing.filter(({ once: { leads } }) => leads.slice(size, size + 1).some(isSeparated)).length} at ${formatSize(share)}`,
  )
  return [
    `${formatCountWithNoun(methods.length, 'method')} on ${formatCountWithNoun(histories, 'planted history', 'planted histories')} of ${formatCount(tokens)} tokens, seed ${seed}.`,
    ...(first === undefined || control === undefined || best === undefined
      ? []
      : [
          `Over all sizes the method that keeps most is ${formatMethod(first)} with ${formatPoints(first.once.curve.area.all.there)} % of what is planted, and the best control, ${controlWords[control]}, keeps ${formatPoints(best.area.all.there)} %.${best.area.all.there > first.once.curve.area.all.there ? ' A trick wins: what is kept here is no reason to choose a method.' : ''}`,
          `Methods that keep more than every control: ${separated.join(', ')} of the history’s size.`,
        ]),
    idle === 0
      ? ''
      : `${formatCountWithNoun(idle, 'method')} condensed nothing, because what they look for is not there.`,
    'No figure on this page predicts how a task ends.',
  ].filter((line) => line !== '')
}

function describeExtracts({ methods }: PlantedResult): string {
  return methods.some(({ isExtracted }) => isExtracted)
    ? '* The rules of the method, with summaries that are extracted from the history where it would ask a model.'
    : ''
}

function buildKinds(result: PlantedResult): Block {
  const row = (name: string, { area }: PlantedCurve): readonly Cell[] => [
    name,
    ...plantedKinds.map((kind) => formatPoints(area.kinds[kind].there)),
  ]
  return buildTable(
    ['method', ...alignRight(plantedKinds)],
    [
      ...listCondensing(result).map((method) => row(formatMethod(method), method.once.curve)),
      ...listControlCurves(result.controls).map(([id, curve]) => row(`control: ${controlWords[id]}`, curve)),
    ],
  )
}

function listCondensing({ methods }: PlantedResult): PlantedResult['methods'] {
  return sortByArea(methods).filter(({ once }) => once.condensed > 0)
}

function buildRounds(result: PlantedResult): Block {
  const rounds = listRounds(result)
  const rows = listCondensing(result).flatMap((method) => {
    const last = method.rounds.at(-1)
    if (last === undefined) return []
    return [
      {
        lead: last.lead.difference,
        cells: [
          formatMethod(method),
          ...method.rounds.map(({ tokens }) => formatCount(tokens)),
          ...method.rounds.map(({ shares }) => formatShare(shares.all)),
          markLead(formatPoints(last.lead.difference), last.lead),
          formatRange(last.lead),
          controlWords[last.lead.control],
        ],
      },
    ]
  })
  return buildTable(
    [
      'method',
      ...alignRight(
        rounds.map((count) => `tokens after ${count}`),
        rounds.map((count) => `kept after ${count}`),
        'lead',
        'interval',
      ),
      'best control',
    ],
    rows.toSorted((a, b) => b.lead - a.lead).map(({ cells }) => cells),
  )
}

function buildCharges(result: PlantedResult): Block {
  const condensing = listCondensing(result)
  const models = condensing[0]?.once.charges.map(({ model }) => model) ?? []
  return buildTable(
    [
      'method',
      ...alignRight(
        'tokens left',
        models.flatMap((model) => [`${model}, once`, 'pays after']),
      ),
    ],
    condensing
      .toSorted((a, b) => (a.once.charges[0]?.onceUsd ?? 0) - (b.once.charges[0]?.onceUsd ?? 0))
      .map((method) => [
        formatMethod(method),
        formatCount(method.once.tokens),
        ...method.once.charges.flatMap(({ onceUsd, breakEvenRequests }) => [
          formatUsd(onceUsd),
          breakEvenRequests === null ? 'never' : formatCount(breakEvenRequests),
        ]),
      ]),
  )
}

function buildMethods({ result: { methods, histories }, arms }: Scoreboard): Block {
  return buildTable(
    ['method', 'follows', 'version', 'how far', ...alignRight('condensed', 'valid')],
    methods.map((method) => {
      const origin = arms.find(({ id }) => id === method.id)?.origin ?? null
      const valid = method.rounds.reduce((sum, round) => sum + round.valid, 0)
      return [
        formatMethod(method),
        origin?.source ?? 'Dewpoint’s own',
        origin?.version ?? '',
        origin === null ? '' : describeCertainty(origin.certainty),
        `${method.once.condensed} of ${histories}`,
        `${valid} of ${histories * method.rounds.length}`,
      ]
    }),
    {
      note: 'Condensed: histories that one condensation changed. Valid: contexts, after each number of condensations, in which every rule of their format holds, such as that each result of a tool follows its call.',
    },
  )
}

const nothingRecorded =
  'None: sessions with a summary that a model really wrote are not bundled. dewpoint scoreboard with a folder measures those of yours, at the size that the agent itself left.'

function buildRecorded(answer: Answer): readonly Block[] {
  const rows = answer.arms
    .flatMap((arm) => {
      const figure = arm.figures[keptFigure]
      return figure === undefined ? [] : [{ arm, figure }]
    })
    .toSorted((a, b) => b.figure.value - a.figure.value)
  const controls = (['last-messages', 'extract', 'names', 'guessed'] as const).filter((id) =>
    rows.some(({ figure }) => figure.controls[id] !== undefined),
  )
  return [
    buildText(describeAnswer(answer)),
    buildTable(
      [
        'method',
        ...alignRight(
          'condensations',
          'kept',
          'interval',
          controls.map((id) => controlWords[id]),
        ),
      ],
      rows.map(({ arm, figure: { value, interval, tasks, controls: scores } }) => [
        formatMethod(arm),
        String(tasks),
        formatPoints(value),
        interval === null ? '–' : formatRange({ low: interval[0], high: interval[1] }),
        ...controls.map((id) => {
          const score = scores[id]
          return score === undefined ? '–' : formatPoints(score)
        }),
      ]),
    ),
    buildText(
      'Percent of the facts the agent went on to use that stands in a context of the size that the agent itself left, and what controls of that size keep.',
    ),
  ]
}

const limits = [
  'How a task ends. Of 500 long runs of mini-SWE-agent, 371 of them solved, nothing on this page can be computed that would tell: no item is planted in them, that agent never condenses, so that there is neither a summary to compare with nor anything that was read again for want of it, and no run went on from a condensed context. What stands in a context can be said, what it would have been worth can’t.',
  'What a method loses that is not planted. Nearly all that is planted is said by the person or the agent, one error and one outcome of each history are printed by a tool. What was said is 3 % of histories of 60,000 tokens, and 3.5 % of 22 recorded sessions of Claude Code in the median: whoever takes calls and results out keeps it all, whatever else is lost.',
  'How well a model would summarise. An extract stands in its place, so that the rules of a method are compared here, not the prompts. dewpoint planted --model asks one. What says an item in other words than its values counts as gone.',
  'What a method would do with less room. Where it has more than the size, the beginning of what it wrote stands first, then the newest of what it kept: whatever it puts at the end of a long text is cut.',
  'Differences of a few points. So many methods and sizes are looked at that some intervals miss by chance, one in twenty.',
]

function buildRepeat({ result, version, command }: Scoreboard): readonly Block[] {
  return [
    { kind: 'code', label: 'A few minutes, no key and no network', text: command, isFolded: false },
    buildFacts([
      ['Dewpoint', `${version}, layout ${scoreboardLayout}`],
      [
        'Histories',
        `${result.histories}, seed ${result.seed}: the same ones on every machine. With --seed there are others.`,
      ],
      ['Figures', 'With --json all of them, each kind at each size with its interval.'],
    ]),
  ]
}
