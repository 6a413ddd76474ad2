import { computeProbeGrade } from '../../../shared/experiments/compute-probe-grade.ts'
import type { Report, ReportCheck, ReportFormat } from '../../../shared/experiments/contract.ts'
import type { Cell, ExperimentExport } from '../../../shared/experiments/experiment-types.ts'
import { describeFinding, formatAction, stepResultWords } from '../../../shared/experiments/judged-words.ts'
import type { Evidence } from '../../../shared/kernel/evidence.ts'
import { stateWords } from '../../../shared/kernel/words/state-words.ts'
import type { CoreServices } from '../common/core-services.ts'
import { Problem } from '../common/problem.ts'
import { selectCaseCells, findExtremeCases } from '../reports/compute/document/find-extreme-cases.ts'
import type { CaseExcerpt, ReportExample } from '../reports/compute/document/report-input.ts'
import { loadCellDetail, loadExperimentDetail } from './stored-experiments.ts'

export type ReportRequest = {
  readonly experimentId: string
  readonly format: ReportFormat
  readonly redact?: boolean | undefined
  readonly withResults?: boolean | undefined
}

/** Writes a report of an experiment. A problem where contexts are asked for that cannot be redacted. */
export async function reportExperiment(
  services: Pick<CoreServices, 'store' | 'engine' | 'info'>,
  { experimentId, format, redact = false, withResults = false }: ReportRequest,
): Promise<Report> {
  if (redact && withResults) {
    throw new Problem({
      code: 'bad-input',
      message: 'A redacted report cannot hold the condensed contexts',
      where: '',
      hint: 'Leave out either of the two.',
    })
  }
  const experiment = await exportExperiment(services, experimentId, withResults)
  const isRead = format === 'html' || format === 'md'
  const quoted = isRead ? await collectQuotes(services, experiment) : { cases: [], example: null }
  const { baselineId } = experiment.plan
  return services.engine.run('writeReport', { format, experiment, ...quoted, redact, baselineId })
}

/** Facts of a case and of the example that a report quotes at most, and the characters that it quotes of each. */
const most = { facts: 20, examples: 4, characters: 300, exampleCharacters: 120 } as const

/** What the cells lost that stand out most, and what of it the other one of two kept. */
async function collectQuotes(
  services: Pick<CoreServices, 'store' | 'engine'>,
  { summary: { id: experimentId }, cells, plan }: ExperimentExport,
): Promise<{ readonly cases: readonly CaseExcerpt[]; readonly example: ReportExample | null }> {
  const results = await services.engine.run('summariseCells', { plan, cells })
  const extremes = findExtremeCases(results)
  if (extremes === null) return { cases: [], example: null }
  const readLost = async (cell: Cell): Promise<readonly Lost[]> => {
    const { measured } = await loadCellDetail(services, { experimentId, cellId: cell.id })
    return listLost(measured.find(({ metric }) => metric === extremes.metric.id)?.evidence ?? null)
  }
  const cases: CaseExcerpt[] = []
  let example: ReportExample | null = null
  for (const one of [...extremes.best, ...extremes.worst]) {
    const [cell] = selectCaseCells(cells, one)
    if (cell === undefined) continue
    const lost = await readLost(cell)
    const quoted = lost.slice(0, most.facts).map(({ text }) => text.slice(0, most.characters))
    cases.push({ cellId: cell.id, lost: quoted })
    const [other] = selectCaseCells(cells, { ...one, variantId: plan.baselineId })
    if (example !== null || other === undefined) continue
    const lostByBaseline = await readLost(other)
    const pair = extremes.best.includes(one)
      ? { keptBy: one.variantId, lostBy: plan.baselineId, facts: without(lostByBaseline, lost) }
      : { keptBy: plan.baselineId, lostBy: one.variantId, facts: without(lost, lostByBaseline) }
    const cut = plan.checkpoints.find(({ id }) => id === cell.checkpointId)?.index ?? 0
    const facts = pair.facts.slice(0, most.examples).map(({ text, used }) => ({
      text: text.slice(0, most.exampleCharacters),
      usedIndex: used === undefined ? null : cut + used.messageIndex,
    }))
    if (facts.length > 0) example = { ...pair, checkpointId: cell.checkpointId, facts }
  }
  return { cases, example }
}

/** Something that a context lost, and where the task went on to use it, where that is known; counted from the cut. */
type Lost = { readonly text: string; readonly used?: { readonly messageIndex: number } | undefined }

function without(all: readonly Lost[], others: readonly Lost[]): readonly Lost[] {
  const texts = new Set(others.map(({ text }) => text))
  return all.filter(({ text }) => !texts.has(text))
}

function listLost(evidence: Evidence | null): readonly Lost[] {
  switch (evidence?.kind) {
    case 'facts':
      return evidence.facts.filter(({ now }) => now.length === 0).map(({ fact }) => ({ text: fact.text }))
    case 'continuation':
      return evidence.facts
        .filter(({ now }) => now.length === 0)
        .map(({ fact, used }) => ({ text: fact.text, used }))
    case 'artifacts':
      return evidence.artifacts.filter(({ now }) => now.length === 0).map(({ name }) => ({ text: name }))
    case 're-reading':
      return evidence.results
        .filter(({ now }) => now === null)
        .map(({ path, tool, line, used }) => ({ text: `${path ?? tool}: ${line}`, used }))
    case 'links':
      return evidence.pairs
        .filter(({ now }) => now === null)
        .map(({ words, used }) => ({ text: words.join(' + '), used }))
    case 'statements':
      return evidence.statements
        .filter(({ verdict }) => verdict === 'silent')
        .map(({ name, state }) => ({ text: `${name}: ${stateWords[state]}` }))
    case 'kept':
      return evidence.items.filter(({ place }) => place === null).map(({ text }) => ({ text }))
    case 'probes':
      return evidence.probes.map((probe) => ({
        text: `${computeProbeGrade(probe).toFixed(1)} ${probe.question} ${probe.answer}`,
      }))
    case 'resume':
      return evidence.condensed.map(({ action, result, findings }) => ({
        text: [`${formatAction(action)} (${stepResultWords[result]})`, ...findings.map(describeFinding)].join(
          ' ',
        ),
      }))
    default:
      return []
  }
}

/** Everything of an experiment that another machine can read again. */
async function exportExperiment(
  { store, info }: Pick<CoreServices, 'store' | 'info'>,
  experimentId: string,
  withResults: boolean,
): Promise<ExperimentExport> {
  const detail = await loadExperimentDetail({ store }, experimentId)
  const whole = {
    format: 'dewpoint-experiment' as const,
    version: 1 as const,
    writtenBy: info.version,
    ...detail,
  }
  if (!withResults) return whole
  const results: Record<string, string> = {}
  const judgements: Record<string, string> = {}
  for (const { id, payloadBlob, judgementsBlob } of await store.experiments.cells(experimentId))
    for (const [hash, into] of [
      [payloadBlob, results],
      [judgementsBlob, judgements],
    ] as const) {
      const bytes = hash === null ? null : await store.blobs.get(hash)
      if (bytes !== null) into[id] = Buffer.from(bytes).toString('base64')
    }
  return { ...whole, results, ...(Object.keys(judgements).length === 0 ? {} : { judgements }) }
}

/** Holds an HTML report against its own data. A problem where it has none. */
export async function checkReport(
  { engine, info }: Pick<CoreServices, 'engine' | 'info'>,
  report: string,
): Promise<ReportCheck> {
  const verification = await engine.run('verifyReport', { report, version: info.version })
  if (verification.ok) return verification.check
  throw new Problem({
    code: 'bad-input',
    message: verification.message.replace(/\.$/, ''),
    where: '',
    hint: 'Choose an HTML report as it was exported.',
  })
}
