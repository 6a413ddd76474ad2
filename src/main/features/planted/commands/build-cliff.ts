import { alignRight, buildTable, buildText, type Block } from '../../../../shared/document/document.ts'
import type { ControlId } from '../../../../shared/kernel/control.ts'
import { formatCount, formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import {
  plantedKinds,
  type PlantedAnswersSummary,
  type PlantedResult,
  type PlantedRound,
} from '../../../../shared/planted/planted-types.ts'
import { formatOneLine } from '../../../terminal/output/figures.ts'
import { buildCurve, curveNotes } from './build-curve.ts'
import { formatMethod, formatPoints, formatRange, formatShare } from './planted-words.ts'

type Measured = {
  readonly method: PlantedResult['methods'][number]
  readonly round: PlantedRound
}

/** `planted`: for each number of condensations what is there of each kind, and what cheap tricks keep in as many tokens. */
export function buildCliff(result: PlantedResult): readonly Block[] {
  const { histories, tokens, seed, methods } = result
  const rounds = methods[0]?.rounds.map((round) => round.rounds) ?? []
  const items = methods[0]?.rounds[0]?.shares.all.items ?? 0
  return [
    buildText(
      `${formatCountWithNoun(histories, 'history', 'histories')} of ${formatCount(tokens)} tokens with ${formatCountWithNoun(items, 'planted item')}, seed ${seed}.`,
    ),
    { kind: 'heading', text: 'Kept against tokens' },
    buildCurve(result),
    buildText(...curveNotes),
    ...rounds.flatMap((count, place) => buildRound(count, listMeasured(methods, place), result.ends)),
    buildText(
      'Percent of the items that are there, with those that are stale in brackets, and the 95 % interval over the histories.',
      'The lead is over the best control of the same number of tokens.',
      methods.some(({ isExtracted }) => isExtracted) &&
        'Summaries (*) are extracted from the history where the agent asks a model.',
    ),
  ]
}

/** What keeps most beyond its controls comes first: whoever keeps everything wins nothing. */
function listMeasured(methods: PlantedResult['methods'], place: number): readonly Measured[] {
  return methods
    .flatMap((method) => {
      const round = method.rounds[place]
      return round === undefined ? [] : [{ method, round }]
    })
    .toSorted((a, b) => b.round.lead.difference - a.round.lead.difference)
}

function buildRound(
  count: number,
  measured: readonly Measured[],
  ends: PlantedResult['ends'],
): readonly Block[] {
  // Every method is held against the same controls.
  const controls = Object.keys(measured[0]?.round.controls ?? {}) as ControlId[]
  const hasAnswers = measured.some(({ round }) => round.answers !== null)
  return [
    { kind: 'heading', text: `After ${formatCountWithNoun(count, 'condensation')}` },
    buildTable(
      ['method', ...alignRight('tokens', 'all', 'interval', plantedKinds), ''],
      measured.map(({ method, round }) => [
        formatMethod(method),
        formatCount(round.tokens),
        formatShare(round.shares.all),
        formatRange(round.shares.all),
        ...plantedKinds.map((kind) => formatShare(round.shares.kinds[kind])),
        formatOneLine(round.condensed === 0 ? (round.notes[0] ?? 'Nothing was condensed.') : '', 68),
      ]),
    ),
    buildTable(
      ['controls as large as', ...alignRight(controls, 'lead', 'interval')],
      measured.map(({ method, round }) => [
        formatMethod(method),
        ...controls.map((id) => {
          const shares = round.controls[id]
          return shares === undefined ? '–' : formatShare(shares.all)
        }),
        formatPoints(round.lead.difference),
        formatRange(round.lead),
      ]),
    ),
    ...(hasAnswers ? [buildAnswers(measured, ends)] : []),
  ]
}

/** What the model knows from each context, between what it knows from nothing and from everything. */
function buildAnswers(measured: readonly Measured[], ends: PlantedResult['ends']): Block {
  const row = (name: string, answers: PlantedAnswersSummary | null): readonly string[] =>
    answers === null
      ? [name, '–', '–']
      : [
          name,
          formatShare(answers.shares.all),
          formatRange(answers.shares.all),
          ...plantedKinds.map((kind) => formatShare(answers.shares.kinds[kind])),
          `${answers.callsRight} of ${answers.calls}`,
        ]
  return buildTable(
    ['the model answers from', ...alignRight('all', 'interval', plantedKinds, 'right call')],
    [
      ...(ends === null ? [] : [row('the full history', ends.full)]),
      ...measured.map(({ method, round }) => row(method.id, round.answers)),
      ...(ends === null ? [] : [row('nothing', ends.nothing)]),
    ],
  )
}
