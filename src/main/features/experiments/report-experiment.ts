import { computeProbeGrade } from '../../../shared/experiments/compute-probe-grade.ts'
import type { Report, ReportCheck, ReportFormat } from '../../../shared/experiments/contract.ts'
import type { ExperimentExport } from '../../../shared/experiments/experiment-types.ts'
import { describeFinding, formatAction, stepResultWords } from '../../../shared/experiments/judged-words.ts'
import type { Evidence } from '../../../shared/kernel/evidence.ts'
import { stateWords } from '../../../shared/kernel/words/state-words.ts'
import type { CoreServices } from '../common/core-services.ts'
import { Problem } from '../common/problem.ts'
import { selectCaseCells, findExtremeCases } from '../reports/compute/document/find-extreme-cases.ts'
import type { CaseExcerpt } from '../reports/compute/document/report-input.ts'
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
  const cases = format === 'html' || format === 'md' ? await collectCaseExcerpts(services, experiment) : []
  const { baselineId } = experiment.plan
  return services.engine.run('writeReport', { format, experiment, cases, redact, baselineId })
}

/** Facts of a case that a report quotes at most, and the characters that it quotes of each. */
const quoted = { facts: 20, characters: 300 } as const

/** What the cells lost that stand out most. */
async function collectCaseExcerpts(
  services: Pick<CoreServices, 'store' | 'engine'>,
  { summary: { id: experimentId }, cells, plan }: ExperimentExport,
): Promise<readonly CaseExcerpt[]> {
  const results = await services.engine.run('summariseCells', { plan, cells })
  const extremes = findExtremeCases(results)
  if (extremes === null) return []
  const cases: CaseExcerpt[] = []
  for (const cell of [...extremes.worst, ...extremes.best].flatMap((one) => selectCaseCells(cells, one))) {
    const { measured } = await loadCellDetail(services, { experimentId, cellId: cell.id })
    const evidence = measured.find(({ metric }) => metric === extremes.metric.id)?.evidence ?? null
    cases.push({ cellId: cell.id, lost: quoteLost(evidence) })
  }
  return cases
}

function quoteLost(evidence: Evidence | null): string[] {
  return listLost(evidence)
    .slice(0, quoted.facts)
    .map((text) => text.slice(0, quoted.characters))
}

function listLost(evidence: Evidence | null): readonly string[] {
  switch (evidence?.kind) {
    case 'facts':
    case 'continuation':
      return evidence.facts.filter(({ now }) => now.length === 0).map(({ fact }) => fact.text)
    case 'artifacts':
      return evidence.artifacts.filter(({ now }) => now.length === 0).map(({ name }) => name)
    case 're-reading':
      return evidence.results
        .filter(({ now }) => now === null)
        .map(({ path, tool, line }) => `${path ?? tool}: ${line}`)
    case 'links':
      return evidence.pairs.filter(({ now }) => now === null).map(({ words }) => words.join(' + '))
    case 'statements':
      return evidence.statements
        .filter(({ verdict }) => verdict === 'silent')
        .map(({ name, state }) => `${name}: ${stateWords[state]}`)
    case 'kept':
      return evidence.items.filter(({ place }) => place === null).map(({ text }) => text)
    case 'probes':
      return evidence.probes.map(
        (probe) => `${computeProbeGrade(probe).toFixed(1)} ${probe.question} ${probe.answer}`,
      )
    case 'resume':
      return evidence.condensed.map(({ action, result, findings }) =>
        [`${formatAction(action)} (${stepResultWords[result]})`, ...findings.map(describeFinding)].join(' '),
      )
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
