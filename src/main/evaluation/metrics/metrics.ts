import { changeOfBill } from './change-of-bill.ts'
import { continuationRecall } from './continuation-recall.ts'
import { duration } from './duration.ts'
import { contradictions, knowsDone } from './knows-done.ts'
import { errorsKept, rulesKept, valuesKept } from './rules-kept.ts'
import { summaryOnly } from './summary-only.ts'
import { headStart } from './head-start.ts'
import { links } from './links.ts'
import { reReadTokens, reReadUsd } from './re-read-cost.ts'
import { measurementWith, type Metric, type Measurement } from './metric.ts'
import { priceOfWork } from '../../../shared/lib/measured-work.ts'
import type { TokenRow, ArtifactFate } from '../../../shared/domain/evidence.ts'
import { partKinds, type PartKind } from '../../../shared/domain/part.ts'
import type { Conversation } from '../../engine/conversation.ts'
import type { FactClassId, Place } from '../../../shared/domain/fact.ts'
import { factClasses } from '../facts/fact-classes.ts'
import { invariantRules } from '../../../shared/domain/violation.ts'
import { checkResult } from '../../engine/history/invariants/check-result.ts'
import { mentionIndex } from '../facts/mention-index.ts'
import { statedPaths } from '../facts/stated-paths.ts'
import { artifactsOf, locateArtifacts } from './artifacts.ts'
import { unlessSealed } from './sealed.ts'
import type { Subject } from './subject.ts'

/** What tool calls did and what the condensed context still says of it. */
type ArtifactTrail = {
  readonly artifacts: readonly ArtifactFate[]
  /** Files that the result names where the source does not. */
  readonly invented: readonly { readonly name: string; readonly now: readonly Place[] }[]
  /** Share of what was done that is still stated; null where nothing was done. */
  readonly recall: number | null
  /** Of what the context states, the share that the source knows; null where it states nothing. */
  readonly precision: number | null
}

const known = new WeakMap<Subject, ArtifactTrail>()

/** `source-untouched` can be seen only while a provider runs, and fails the run there. */
const checkedRules = invariantRules.filter((rule) => rule !== 'source-untouched')

/** Share of the invariants that the result holds; what the source broke already is not blamed on it. */
const validity: Metric = {
  id: 'validity',
  label: 'Valid history',
  group: 'validity',
  direction: 'higher',
  unit: 'share',
  measure: ({ source, result, provenance, keptFirst = 0, keptLast = 0 }) => {
    const context = { source: source.messages, provenance, keptFirst, keptLast }
    const { broken } = checkResult(result.messages, context)
    const rows = checkedRules.map((rule) => ({
      rule,
      violations: broken.filter((violation) => violation.rule === rule),
    }))
    const held = rows.filter(({ violations }) => violations.length === 0).length
    return { value: held / rows.length, evidence: { kind: 'rules', rows } }
  },
}

/** For each class of facts the share of the source's facts that the condensed context still states. */
const factSurvival: readonly Metric[] = factClasses.map(({ id, label }) => survivalOf(id, label))

/** Harmonic mean of artifact precision and recall; 0 where a context states nothing of what was done. */
const artifactF1: Metric = {
  id: 'artifact-f1',
  label: 'Artifact F1',
  group: 'artifacts',
  direction: 'higher',
  unit: 'share',
  measure: (subject) => {
    const trail = artifactTrail(subject)
    const { recall } = trail
    const precision = trail.precision ?? 0
    if (recall === null) return null
    const sum = precision + recall
    return trailMeasurement(trail, sum === 0 ? 0 : (2 * precision * recall) / sum)
  },
}

/**
 * What the work of the run costs at the prices of its models, in US dollars: kept answers at what they took when they
 * were made, so that variants are compared by what they need and not by who came first.
 */
const cost: Metric = {
  id: 'cost',
  label: 'Cost',
  group: 'cost',
  direction: 'lower',
  unit: 'usd',
  measure: ({ stats }) => {
    const value = priceOfWork(stats)
    return value === null ? null : { value, evidence: { kind: 'measured', split: [] } }
  },
}

/** Tokens taken away, in percent of the source; negative for a result that grew. */
const reduction: Metric = {
  id: 'reduction',
  label: 'Reduction',
  group: 'compression',
  direction: 'higher',
  unit: 'percent',
  measure: ({ source, result }) => {
    if (source.totalTokens === 0) return null
    const value = 100 * (1 - result.totalTokens / source.totalTokens)
    return measurementWith(value, () => ({ kind: 'tokens', rows: tokenRows(source, result) }))
  },
}

/** Tokens of the condensed context, by kind of part in the evidence. */
const finalTokens: Metric = {
  id: 'tokens',
  label: 'Tokens after',
  group: 'compression',
  direction: 'lower',
  unit: 'tokens',
  measure: ({ source, result }) =>
    measurementWith(result.totalTokens, () => ({ kind: 'tokens', rows: tokenRows(source, result) })),
}

/** Of the files and commands that tool calls dealt with, the share that the condensed context still states. */
const artifactRecall: Metric = {
  id: 'artifact-recall',
  label: 'Artifact recall',
  group: 'artifacts',
  direction: 'higher',
  unit: 'share',
  measure: (subject) => {
    const trail = artifactTrail(subject)
    return trailMeasurement(trail, trail.recall)
  },
}

const changes: ReadonlySet<string> = new Set(['create', 'write', 'edit'])

/** Of the files that tool calls changed and left there, the share that the context still names. */
const filesKept: Metric = {
  id: 'files-kept',
  label: 'Changed files kept',
  group: 'artifacts',
  direction: 'higher',
  unit: 'share',
  rank: 'headline',
  isFloor: true,
  measure: (subject) => {
    const changed = artifactTrail(subject).artifacts.filter(
      ({ acts }) => acts.some((act) => changes.has(act)) && !acts.includes('delete'),
    )
    if (changed.length === 0) return null
    const kept = changed.filter(({ now }) => now.length > 0).length
    return { value: kept / changed.length, evidence: { kind: 'artifacts', artifacts: changed, invented: [] } }
  },
}

/** Of the files and commands that the condensed context states, the share that is not made up. */
const artifactPrecision: Metric = {
  id: 'artifact-precision',
  label: 'Artifact precision',
  group: 'artifacts',
  direction: 'higher',
  unit: 'share',
  measure: (subject) => {
    const trail = artifactTrail(subject)
    return trailMeasurement(trail, trail.precision)
  },
}

/** A figure of the whole context, and of the summary alone. */
function inBothViews(metric: Metric): readonly Metric[] {
  return [metric, summaryOnly(metric)]
}

/** Every metric that needs no model, in the order in which they are shown; a new one is a file and a line here. */
export const metrics: readonly Metric[] = [
  ...[knowsDone, contradictions, rulesKept, valuesKept, errorsKept, filesKept, reReadTokens].flatMap(
    inBothViews,
  ),
  reReadUsd,
  reduction,
  finalTokens,
  validity,
  artifactRecall,
  artifactPrecision,
  artifactF1,
  ...factSurvival,
  continuationRecall,
  ...[links, headStart].flatMap(inBothViews),
  changeOfBill,
  cost,
  duration,
].map(unlessSealed)

/** Tokens by kind of part, for the kinds that source or result have. */
function tokenRows(source: Conversation, result: Conversation): TokenRow[] {
  const before = tokensByKind(source)
  const after = tokensByKind(result)
  return partKinds
    .map((kind) => ({ kind, before: before.get(kind) ?? 0, after: after.get(kind) ?? 0 }))
    .filter((row) => row.before > 0 || row.after > 0)
}

function tokensByKind({ parts, partTokens }: Conversation): ReadonlyMap<PartKind, number> {
  const sums = new Map<PartKind, number>()
  parts.forEach((own, message) =>
    own.forEach(({ kind }, part) =>
      sums.set(kind, (sums.get(kind) ?? 0) + (partTokens[message]?.[part] ?? 0)),
    ),
  )
  return sums
}

function survivalOf(classId: FactClassId, label: string): Metric {
  return {
    id: `survival-${classId}`,
    label: `${label} that survive`,
    group: 'facts',
    direction: 'higher',
    unit: 'share',
    measure: (subject) => {
      const now = subject.now()
      const facts = subject
        .facts()
        .flatMap((fact, index) => (fact.classId === classId ? [{ fact, now: now[index] ?? [] }] : []))
      if (facts.length === 0) return null
      const kept = facts.filter((fate) => fate.now.length > 0).length
      return { value: kept / facts.length, evidence: { kind: 'facts', facts } }
    },
  }
}

/** Compares the tool calls of the source with the result. */
function artifactTrail(subject: Subject): ArtifactTrail {
  const found = known.get(subject) ?? compare(subject)
  known.set(subject, found)
  return found
}

function compare(subject: Subject): ArtifactTrail {
  const truth = artifactsOf(subject.source)
  const places = locateArtifacts(truth, subject.result)
  const artifacts = truth.map(({ name, acts, messageIndices }, index) => ({
    name,
    acts,
    messageIndices,
    now: places[index] ?? [],
  }))
  const invented = inventedPaths(subject)
  const stated = artifacts.filter(({ now }) => now.length > 0).length
  return {
    artifacts,
    invented,
    recall: artifacts.length === 0 ? null : stated / artifacts.length,
    precision: stated + invented.length === 0 ? null : stated / (stated + invented.length),
  }
}

/** A file that was only talked about is none that the provider made up. */
function inventedPaths({ source, result }: Subject): ArtifactTrail['invented'] {
  const inSource = mentionIndex(source)('path')
  const placesInSource = statedPaths(source)
  return [...mentionIndex(result)('path')].flatMap(([name, { places }]) =>
    inSource.has(name) || placesInSource(name).length > 0 ? [] : [{ name, now: places }],
  )
}

/** A value of the trail with all of its evidence; null stays null. */
function trailMeasurement({ artifacts, invented }: ArtifactTrail, value: number | null): Measurement | null {
  return value === null ? null : { value, evidence: { kind: 'artifacts', artifacts, invented } }
}
