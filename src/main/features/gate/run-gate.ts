import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { RunProgress } from '../../../shared/condense/run-types.ts'
import type { Variant } from '../../../shared/experiments/experiment-file-types.ts'
import type { PlannedVariant } from '../../../shared/experiments/experiment-types.ts'
import type { GateFile, GateInput, GateResult, GateSet } from '../../../shared/gate/gate-types.ts'
import { describeCheck } from '../../../shared/gate/gate-words.ts'
import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import { computeSha256 } from '../../platform/files/compute-sha256.ts'
import { createSlots } from '../../platform/workers/slots.ts'
import { Problem } from '../common/problem.ts'
import { createFaultCollector } from '../experiments/plan-fault.ts'
import { planVariants } from '../experiments/plan-variants.ts'
import type { PlantedRoundsOutput } from '../planted/jobs/measure-planted.ts'
import { openPlantedRun, type PlantedRun, type PlantedServices } from '../planted/open-planted-run.ts'
import { maskKeys } from '../reports/compute/redact/create-redactor.ts'
import { findWorstState, judgeCells, keepCell, type MeasuredCell } from './compute/judge-gate.ts'

type Running = {
  readonly signal: AbortSignal
  readonly onProgress: (progress: RunProgress) => void
}

type Finished = Extract<PlantedRoundsOutput, { kind: 'finished' }>

/** Histories of one format and size, condensed. */
type Group = {
  readonly format: GateFile['formats'][number]
  readonly tokens: number
  readonly outputs: readonly Finished[]
}

/** Fewer histories can give no verdict, however they agree. */
const fewestHistories = 7

/** Tries a compactor on planted histories, and holds it against a baseline. Null where it was cancelled. Throws a `Problem`. */
export async function runGate(
  services: PlantedServices,
  input: GateInput,
  running: Running,
): Promise<GateResult | null> {
  const { file, baseline, profileId, maxCostUsd } = input
  // Where this door may not read, nothing is named.
  services.access.resolve({ kind: 'path', path: input.folder })
  const planted = await openPlantedRun(services, { profileId, maxCostUsd }, running.signal)
  const variants = await planCompactor(services, input)
  const groups = await playAll(planted, file, variants, running)
  if (groups === null) return null
  const compactor = file.compactor.name
  const failure = describeFailures(groups)
  if (failure !== null) return { state: 'not-run', reasons: [failure], compactor, cells: [], baseline: null }
  const all = groups.flatMap((group) => listCells(group, file))
  // A history whose result was refused is still whole: its figures would say that everything was kept.
  const measured = all.filter(({ isRefused }) => !isRefused)
  const set = describeSet(file, groups, planted.model)
  const isSame = baseline !== null && JSON.stringify(baseline.set) === JSON.stringify(set)
  const broken = listBroken(groups)
  const cells = judgeCells(measured, isSame ? baseline : null, file)
  const kept =
    broken.length > 0 ? null : { version: 1 as const, compactor, set, cells: measured.map(keepCell) }
  const missing = explainMissing(baseline, isSame, measured)
  if (broken.length === 0 && missing !== null)
    return { state: 'not-run', reasons: [missing], compactor, cells: [...cells], baseline: kept }
  const checks = cells.flatMap((cell) => cell.checks.map((check) => ({ cell, check })))
  const hasEnough = file.histories >= fewestHistories
  const judged = checks.map(({ check }) => check.state)
  const state =
    broken.length > 0 ? 'worse' : findWorstState([...judged, hasEnough ? 'no-worse' : 'not-enough'])
  return {
    state,
    reasons: [
      ...broken,
      ...checks
        .filter(({ check }) => check.state === state && state !== 'no-worse')
        .map(({ cell, check }) => describeCheck(cell, check)),
      ...(hasEnough
        ? []
        : [
            `${formatCountWithNoun(file.histories, 'history', 'histories')} can give no verdict, ${fewestHistories} are the fewest.`,
          ]),
    ],
    compactor,
    cells: [...cells],
    baseline: kept,
  }
}

/** The compactor as a variant for each format; one alone where it is a method of ours. */
async function planCompactor(
  services: PlantedServices,
  { file, folder }: GateInput,
): Promise<readonly (readonly [format: GateFile['formats'][number], variant: PlannedVariant])[]> {
  const formats = file.compactor.method === undefined ? file.formats : file.formats.slice(0, 1)
  const variants = formats.map((format) => buildVariant(file, folder, format))
  const faults = createFaultCollector()
  const planned = await planVariants(
    services,
    { variants, repeats: 1 },
    { basePath: folder, faults, notes: [] },
  )
  faults.end()
  for (const { variant } of planned) {
    const refusal = await services.arms.findRefusal(variant.providerId, variant.settings)
    if (refusal !== null)
      throw new Problem({
        code: 'bad-input',
        message: refusal,
        where: 'compactor',
        hint: 'Read what it does, then allow it with `--yes`.',
      })
  }
  return planned.map(({ variant }, at) => [formats[at] ?? 'anthropic', variant] as const)
}

function buildVariant(
  { compactor, target }: GateFile,
  folder: string,
  format: GateFile['formats'][number],
): Variant {
  const common = { id: format, ...(target === undefined ? {} : { target }) }
  if (compactor.method !== undefined) return { ...common, arm: compactor.method }
  const { name, command = [], address = '', module = '', exchange, environment, model, settings } = compactor
  const { window: windowTokens, timeLimitSeconds, outputLimitMegabytes } = compactor
  const fixed = { name, exchange, environment, model, windowTokens, timeLimitSeconds, outputLimitMegabytes }
  return {
    ...common,
    provider: 'external',
    settings: {
      ...fixed,
      settings,
      format,
      address,
      module: module === '' ? '' : resolve(folder, module),
      command: command.map((word) => resolveWord(word, folder)),
    },
  }
}

/** A command runs in an empty folder: what it names of the files beside the gate is named by its absolute path. */
function resolveWord(word: string, folder: string): string {
  const path = resolve(folder, word)
  return !word.startsWith('-') && word !== '' && existsSync(path) ? path : word
}

async function playAll(
  { play }: PlantedRun,
  { histories, seed, tokens, rounds }: GateFile,
  variants: readonly (readonly [Group['format'], PlannedVariant])[],
  { signal, onProgress }: Running,
): Promise<readonly Group[] | null> {
  const slots = createSlots(availableParallelism())
  const total = variants.length * tokens.length * histories
  let done = 0
  const playOne = async (variant: PlannedVariant, size: number, at: number) => {
    const output = await slots.use(() => play(variant, { seed, tokens: size, at }, rounds), signal)
    done += 1
    onProgress({ stage: 'planted', label: 'Condensing', done, total })
    return output
  }
  const groups = await Promise.all(
    variants.flatMap(([format, variant]) =>
      tokens.map(async (size) => ({
        format,
        tokens: size,
        outputs: await Promise.all(Array.from({ length: histories }, (_, at) => playOne(variant, size, at))),
      })),
    ),
  )
  const finished = groups.map((group) => ({
    ...group,
    outputs: group.outputs.filter((output): output is Finished => output.kind === 'finished'),
  }))
  return finished.some(({ outputs }) => outputs.length < histories) ? null : finished
}

/** Failures that say something of the result, and nothing of whether the compactor ran. */
const breaksResult: ReadonlySet<string> = new Set([
  'invariant-broken',
  'context-grew',
  'arm-hidden-text',
  'arm-added-files',
])

function listFailures(groups: readonly Group[]) {
  return groups.flatMap(({ outputs }) =>
    outputs.flatMap(({ rounds }) => rounds.flatMap(({ failure }) => failure ?? [])),
  )
}

/** Why it could not be run; null where it could. */
function describeFailures(groups: readonly Group[]): string | null {
  const failures = listFailures(groups).filter(({ code }) => !breaksResult.has(code))
  const [first] = failures
  if (first === undefined) return null
  const tries = groups.flatMap(({ outputs }) => outputs.flatMap(({ rounds }) => rounds)).length
  // A log of CI and a comment show it to whoever looks.
  return `${maskKeys(first.text)} (${failures.length} of ${formatCountWithNoun(tries, 'try', 'tries')})`
}

/** Results that were refused because they break what every history has to keep. */
function listBroken(groups: readonly Group[]): readonly string[] {
  const byCode = Map.groupBy(
    listFailures(groups).filter(({ code }) => breaksResult.has(code)),
    ({ code }) => code,
  )
  return [...byCode.values()].map(
    (own) =>
      `${formatCountWithNoun(own.length, 'result was', 'results were')} refused: ${own[0]?.text ?? ''}`,
  )
}

function listCells(
  { format, tokens, outputs }: Group,
  { rounds, seed }: GateFile,
): readonly (MeasuredCell & { readonly isRefused: boolean })[] {
  return rounds.map((count, column) => ({
    format,
    tokens,
    rounds: count,
    isRefused: outputs.some(({ rounds: played }) => (played[column]?.failure ?? null) !== null),
    histories: outputs.flatMap(({ items, rounds: played }, at) => {
      const one = played[column]
      if (one === undefined) return []
      const { fates, answers } = one
      return [{ id: `${seed}/${at}`, items, fates: answers?.fates ?? fates, tokens: one.tokens }]
    }),
  }))
}

function describeSet(file: GateFile, groups: readonly Group[], model: string | null): GateSet {
  // The same in each size and format.
  const items = groups[0]?.outputs.map((output) => output.items)
  return {
    seed: file.seed,
    histories: file.histories,
    itemsSha256: computeSha256(JSON.stringify(items)),
    model,
  }
}

function explainMissing(
  baseline: GateInput['baseline'],
  isSame: boolean,
  measured: readonly MeasuredCell[],
): string | null {
  if (baseline === null) return 'There is no baseline yet: `dewpoint gate --update` writes one.'
  if (!isSame)
    return 'The baseline is of other histories, or of another model: `dewpoint gate --update` writes a new one.'
  const known = new Set(baseline.cells.map(({ format, tokens, rounds }) => `${format} ${tokens} ${rounds}`))
  return measured.every(({ format, tokens, rounds }) => known.has(`${format} ${tokens} ${rounds}`))
    ? null
    : 'The baseline lacks some formats, sizes or rounds of this gate: `dewpoint gate --update` writes a new one.'
}
