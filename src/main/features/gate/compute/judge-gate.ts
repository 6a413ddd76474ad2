import type {
  GateBaseline,
  GateCell,
  GateCheck,
  GateFile,
  GateResult,
  GateState,
} from '../../../../shared/gate/gate-types.ts'
import { findLargest } from '../../../../shared/kernel/find-extreme.ts'
import { computeMean } from '../../../../shared/kernel/numbers.ts'
import { plantedKinds, type PlantedFate, type PlantedKind } from '../../../../shared/planted/planted-types.ts'
import type { PlantedItem } from '../../../measure/planted/planted-item.ts'
import { compareFamily, type Comparison } from '../../../measure/statistics/compare-family.ts'
import { defaultComparisonRules } from '../../../measure/statistics/comparison-rules.ts'

/** One condensed history: what was planted in it, and what became of that. */
export type GateHistory = {
  readonly id: string
  readonly items: readonly PlantedItem[]
  readonly fates: readonly PlantedFate[]
  readonly tokens: number
}

/** Histories of one size, in one format, after so many condensations. */
export type MeasuredCell = Pick<GateCell, 'format' | 'tokens' | 'rounds'> & {
  readonly histories: readonly GateHistory[]
}

const letters: Readonly<Record<PlantedFate, string>> = { there: 't', stale: 's', gone: 'g' }

/** A cell as a baseline keeps it. */
export function keepCell({ format, tokens, rounds, histories }: MeasuredCell): GateCell {
  return {
    format,
    tokens,
    rounds,
    contextTokens: Math.round(computeMean(histories.map((history) => history.tokens))),
    fates: histories.map(({ fates }) => fates.map((fate) => letters[fate]).join('')),
  }
}

/** Most items of one cell that are named: who lost more has lost a kind. */
const mostLost = 12

/** A subject of a cell with the share that is there in each history, before and after. */
type Held = {
  readonly cell: number
  readonly subject: 'all' | PlantedKind
  readonly before: readonly number[] | null
  readonly after: readonly number[]
}

/**
 * Holds cells against a baseline of the same set: for all items and those of each kind by the statistics of experiments, all
 * corrected together, and for the size of the contexts.
 */
export function judgeCells(
  cells: readonly MeasuredCell[],
  baseline: Pick<GateBaseline, 'cells'> | null,
  { margin, growth }: Pick<GateFile, 'margin' | 'growth'>,
): GateResult['cells'] {
  const kept = cells.map((cell) => findKept(cell, baseline))
  const held = cells.flatMap((cell, at) => holdCell(cell, at, kept[at] ?? null))
  const compared = compareFamily(
    held.flatMap(({ before, after, cell }) =>
      before === null
        ? []
        : [
            {
              baseline: observe(before, cells[cell]),
              candidate: observe(after, cells[cell]),
              direction: 'higher',
              unit: 'share',
              margin: margin / 100,
              variant: 'compactor',
            } as const,
          ],
    ),
    defaultComparisonRules,
  ).values()
  const checks = held.map((one) => ({
    cell: one.cell,
    check: buildCheck(one, one.before === null ? null : (compared.next().value ?? null), margin / 100),
  }))
  return cells.map((cell, at) => {
    const { contextTokens, ...place } = keepCell(cell)
    const own = checks.filter((check) => check.cell === at).map(({ check }) => check)
    const size = checkSize(contextTokens, kept[at]?.contextTokens ?? null, growth)
    const doubtful = new Set(own.filter(({ state }) => state !== 'no-worse').map(({ subject }) => subject))
    const { fates: _, ...shown } = { ...place, contextTokens }
    return {
      ...shown,
      checks: [...own, size],
      lost: listLost(cell, kept[at] ?? null, (kind) => doubtful.has(kind) || doubtful.has('all')).slice(
        0,
        mostLost,
      ),
    }
  })
}

function findKept(
  { format, tokens, rounds }: MeasuredCell,
  baseline: Pick<GateBaseline, 'cells'> | null,
): GateCell | null {
  return (
    baseline?.cells.find((one) => one.format === format && one.tokens === tokens && one.rounds === rounds) ??
    null
  )
}

function holdCell({ histories }: MeasuredCell, cell: number, kept: GateCell | null): readonly Held[] {
  return (['all', ...plantedKinds] as const).map((subject) => {
    const share = (letterAt: (history: number, item: number) => string | undefined): readonly number[] =>
      histories.map(({ items }, history) => {
        const own = items.flatMap(({ kind }, at) =>
          subject === 'all' || kind === subject ? [letterAt(history, at)] : [],
        )
        return own.filter((letter) => letter === 't').length / own.length
      })
    return {
      cell,
      subject,
      before: kept === null ? null : share((history, at) => kept.fates[history]?.[at]),
      after: share((history, at) => letters[histories[history]?.fates[at] ?? 'gone']),
    }
  })
}

/** Values by history; the same history in another format or after more condensations is one task. */
function observe(values: readonly number[], cell: MeasuredCell | undefined) {
  return values.map((value, at) => ({
    taskId: `${cell?.tokens ?? 0}/${at}`,
    checkpointId: `${cell?.format ?? ''}/${cell?.rounds ?? 0}`,
    value,
  }))
}

function buildCheck(
  { subject, before, after }: Held,
  compared: Comparison | null,
  margin: number,
): GateCheck {
  return {
    subject,
    state: compared === null ? 'not-run' : judgeComparison(subject, compared, margin),
    before: before === null ? null : computeMean(before),
    after: computeMean(after),
    interval: compared?.interval ?? null,
  }
}

/**
 * All items have to be shown no worse. Of a kind a history has few items, so that its interval is wide: the difference itself
 * has to stay within the margin, as it has where too few histories differ for an interval.
 */
function judgeComparison(
  subject: Held['subject'],
  { verdict, interval, difference }: Comparison,
  margin: number,
): GateState {
  if (verdict.word === 'worse') return 'worse'
  const least = subject === 'all' ? (interval?.low ?? difference) : difference
  return (least ?? -1) >= -margin ? 'no-worse' : 'not-enough'
}

function checkSize(after: number, before: number | null, growth: number): GateCheck {
  const most = before === null ? Infinity : before * (1 + growth / 100)
  const state = before === null ? 'not-run' : after > most ? 'worse' : 'no-worse'
  return { subject: 'size', state, before, after, interval: null }
}

/** Items that were there and no longer are, those of one kind side by side. */
function listLost(
  { histories }: MeasuredCell,
  kept: GateCell | null,
  isNamed: (kind: PlantedKind) => boolean,
): GateResult['cells'][number]['lost'] {
  const lost = histories.flatMap(({ id, items, fates }, history) =>
    items.flatMap(({ kind, key, question, current }, at) => {
      const now = fates[at]
      const wasThere = kept?.fates[history]?.[at] === 't'
      if (!wasThere || now === undefined || now === 'there' || !isNamed(kind)) return []
      return [{ history: id, kind, key, question, truth: current[0] ?? '', now }]
    }),
  )
  return lost.toSorted((a, b) => plantedKinds.indexOf(a.kind) - plantedKinds.indexOf(b.kind))
}

const severity: Readonly<Record<GateState, number>> = {
  'no-worse': 0,
  'not-enough': 1,
  worse: 2,
  'not-run': 3,
}

/** The state of a gate: that of its worst check. */
export function findWorstState(states: readonly GateState[]): GateState {
  const worst = findLargest(states.map((state) => severity[state]))
  return states.find((state) => severity[state] === worst) ?? 'not-run'
}
