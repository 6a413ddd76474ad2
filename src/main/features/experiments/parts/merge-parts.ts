import { z } from 'zod'
import type { MergeNote } from '../../../../shared/experiments/experiment-part-types.ts'
import type {
  Cell,
  ExperimentPlan,
  PlannedCheckpoint,
} from '../../../../shared/experiments/experiment-types.ts'
import { unpackText } from '../../../platform/workers/compression.ts'
import { Problem } from '../../common/problem.ts'
import { sortKeys, listRunInputs } from '../compute-cell-key.ts'
import { buildCellId, planCells } from '../compute/matrix.ts'
import type { ReadPart, ReadPartCell } from './read-part.ts'

/** One experiment of several parts. */
export type MergedParts = {
  /** That of the lowest shard; what other machines call their tasks is translated into its names. */
  readonly plan: ExperimentPlan
  readonly cells: readonly ReadPartCell[]
  readonly notes: readonly MergeNote[]
  /** What all runs together took by the book; US dollars. */
  readonly costUsd: number
  readonly isWhole: boolean
}

const contextSchema = z.object({ recipe: z.unknown() })

type Taken = ReadPartCell & { readonly part: ReadPart }

/**
 * Puts the cells of parts together. Pure. A problem where a part is of another experiment, or where two parts say
 * different things of a cell: time and money aside, a cell gives the same wherever it is done.
 */
export function mergeParts(parts: readonly ReadPart[]): MergedParts {
  const ordered = parts.toSorted((a, b) => a.header.shard.index - b.header.shard.index)
  const [first] = ordered
  if (first === undefined) throw new RangeError('There is no part.')
  for (const part of ordered) requireSame(first, part)
  const { plan } = first.header
  const planned = new Set(planCells(plan).map(({ id }) => id))
  const taken = new Map<string, Taken>()
  let same = 0
  let doneElsewhere = 0
  for (const part of ordered) {
    const nameOf = mapCheckpointNames(plan, part.header.plan)
    for (const read of part.cells) {
      const own = { ...read, part, cell: renameCell(read.cell, nameOf) }
      if (own.cell === null || !planned.has(own.cell.id)) throw createUnplannedProblem(own)
      const mine = { ...own, cell: own.cell }
      const known = taken.get(mine.cell.id)
      const better = known === undefined ? mine : choose(known, mine, plan)
      if (known !== undefined && known.cell.status === mine.cell.status) same += 1
      if (known !== undefined && known.cell.status !== mine.cell.status) doneElsewhere += 1
      taken.set(mine.cell.id, better)
    }
  }
  const missing = [...planned].filter((id) => !taken.has(id))
  const runs = new Map(ordered.map(({ header }) => [header.experimentId, header.costUsd]))
  return {
    plan,
    cells: [...taken.values()],
    notes: [
      ...findRepeatedParts(ordered),
      ...(same === 0 ? [] : [{ code: 'same-cells' as const, cells: same }]),
      ...(doneElsewhere === 0 ? [] : [{ code: 'done-elsewhere' as const, cells: doneElsewhere }]),
      ...(missing.length === 0 ? [] : findLackingShards(ordered, missing, planned.size)),
    ],
    // As one run would have it: sums of cents are off by less than this.
    costUsd: Number([...runs.values()].reduce((sum, usd) => sum + usd, 0).toFixed(12)),
    isWhole: missing.length === 0,
  }
}

/** Everything that must agree, by what it is called in a sentence. */
function listPartContent({
  header: { writtenBy, plan, models },
}: ReadPart): Readonly<Record<string, string>> {
  const {
    budgetUsd: _budget,
    concurrency: _concurrency,
    tasks: _tasks,
    $schema: _schema,
    ...file
  } = plan.file
  const { variants: _variants, ...rest } = file
  return {
    'the version of Dewpoint': writtenBy,
    variants: toSortedJson(
      plan.variants.map((variant) => [
        variant.id,
        variant.label,
        listRunInputs(variant),
        variant.model,
        variant.repeats,
        variant.again,
      ]),
    ),
    tasks: toSortedJson(plan.checkpoints.map(cutName).toSorted()),
    metrics: toSortedJson(plan.metrics.map(({ id }) => id)),
    models: toSortedJson(models),
    'what else its file says': toSortedJson([rest, plan.baselineId]),
  }
}

function requireSame(first: ReadPart, part: ReadPart): void {
  const wanted = listPartContent(first)
  const different = Object.entries(listPartContent(part)).filter(([what, said]) => wanted[what] !== said)
  if (different.length === 0) return
  throw new Problem({
    code: 'bad-input',
    message: `This part is of another experiment than ${first.name}: ${different.map(([what]) => what).join(', ')} ${different.length === 1 && !different[0]?.[0].endsWith('s') ? 'differs' : 'differ'}`,
    where: `${part.name}:1`,
    hint: 'Run all shards with one version of Dewpoint, one file, the same tasks and the same models.',
  })
}

const cutName = ({ snapshotSha256, index }: PlannedCheckpoint): string => `${snapshotSha256}@${index}`

/** From the checkpoints of a part to those of the plan, by content: ids of tasks come from their paths. */
function mapCheckpointNames(
  plan: Pick<ExperimentPlan, 'checkpoints'>,
  own: Pick<ExperimentPlan, 'checkpoints'>,
): ReadonlyMap<string, string> {
  const queues = new Map<string, string[]>()
  for (const checkpoint of plan.checkpoints) {
    const name = cutName(checkpoint)
    queues.set(name, [...(queues.get(name) ?? []), checkpoint.id])
  }
  const known = new Set(plan.checkpoints.map(({ id }) => id))
  return new Map(
    own.checkpoints.map((checkpoint) => {
      const { id } = checkpoint
      const queue = queues.get(cutName(checkpoint)) ?? []
      // Copies of a task have equal cuts: each keeps its name where the plan has it.
      const at = known.has(id) ? Math.max(0, queue.indexOf(id)) : 0
      return [id, queue.splice(at, 1)[0] ?? id]
    }),
  )
}

function renameCell(cell: Cell, names: ReadonlyMap<string, string>): Cell | null {
  const checkpointId = names.get(cell.checkpointId)
  if (checkpointId === undefined) return null
  return { ...cell, checkpointId, id: buildCellId(cell.variantId, checkpointId, cell.repeat) }
}

/** Of two that say the same, the one that ended first; a done one instead of a failed one. */
function choose(known: Taken, other: Taken, plan: ExperimentPlan): Taken {
  if (known.cell.status !== other.cell.status) return known.cell.status === 'done' ? known : other
  const isSame =
    formatComparable(known.cell, plan) === formatComparable(other.cell, plan) &&
    readCellContext(known) === readCellContext(other)
  if (known.cell.status === 'done' && !isSame) throw createContradictionProblem(known, other)
  return other.cell.finishedTs < known.cell.finishedTs ? other : known
}

/** What a cell says that does not depend on when and where it was done, and on what was paid for it. */
function formatComparable(cell: Cell, { metrics }: ExperimentPlan): string {
  const timed = new Set(metrics.filter(({ group }) => group === 'time').map(({ id }) => id))
  const { outcome, stats, values, gaps, chance, controls, isJudgeFlipped, reason } = cell
  const counted =
    stats === null
      ? null
      : [stats.originalTokens, stats.finalTokens, stats.reductionPercent, stats.operations]
  return toSortedJson([
    outcome,
    counted,
    Object.entries(values).filter(([id]) => !timed.has(id)),
    Object.entries(gaps ?? {}).filter(([id]) => !timed.has(id)),
    chance,
    controls,
    isJudgeFlipped,
    reason,
  ])
}

/** The condensed context of a cell, as a recipe over its source; empty where the source was left as it was. */
function readCellContext({ payload }: ReadPartCell): string {
  if (payload === null) return ''
  return toSortedJson(contextSchema.parse(JSON.parse(unpackText(payload.bytes))).recipe)
}

function toSortedJson(value: unknown): string {
  return JSON.stringify(sortKeys(value))
}

function findRepeatedParts(parts: readonly ReadPart[]): readonly MergeNote[] {
  const byShard = new Map<string, ReadPart[]>()
  for (const part of parts) {
    const { index, of } = part.header.shard
    byShard.set(`${index}/${of}`, [...(byShard.get(`${index}/${of}`) ?? []), part])
  }
  return [...byShard.values()].flatMap((same): MergeNote[] =>
    same[0] === undefined || same.length === 1
      ? []
      : [{ code: 'shard-twice', shard: same[0].header.shard, files: same.map(({ name }) => name) }],
  )
}

/** Which shards lack, where all parts are of one division; then which parts ended early. */
function findLackingShards(
  parts: readonly ReadPart[],
  missing: readonly string[],
  outOf: number,
): readonly MergeNote[] {
  const divisions = new Set(parts.map(({ header }) => header.shard.of))
  const [of = 0] = divisions
  const there = new Set(parts.map(({ header }) => header.shard.index))
  const indices = Array.from({ length: of }, (_, at) => at + 1).filter((index) => !there.has(index))
  const unfinished = parts.filter(({ header }) => header.status !== 'finished')
  return [
    ...(divisions.size === 1 && indices.length > 0 ? [{ code: 'missing-shards' as const, indices, of }] : []),
    ...unfinished.map(({ name, header, cells }) => ({
      code: 'unfinished-part' as const,
      file: name,
      shard: header.shard,
      status: header.status,
      cells: Math.max(0, header.shard.cells - cells.length),
    })),
    { code: 'missing-cells', cells: missing.length, outOf, first: missing[0] ?? '' },
  ]
}

function createUnplannedProblem({
  part,
  line,
  cell,
}: Omit<Taken, 'cell'> & { readonly cell: Cell | null }): Problem {
  return new Problem({
    code: 'bad-input',
    message: `The experiment has no cell ${cell?.id ?? 'at this checkpoint'}`,
    where: `${part.name}:${line}`,
    hint: 'Run that shard again.',
  })
}

function createContradictionProblem(one: Taken, other: Taken): Problem {
  return new Problem({
    code: 'bad-input',
    message: `Two parts contradict each other: they say different things of the cell ${one.cell.id}`,
    where: `${one.part.name}:${one.line} and ${other.part.name}:${other.line}`,
    hint: 'A model may answer differently when it is asked again. Leave one of the two files out.',
  })
}
