import type { ArtifactFate } from '../../../shared/kernel/evidence.ts'
import type { Place } from '../../../shared/kernel/fact.ts'
import { findPathFinder } from '../facts/find-path-finder.ts'
import { readMentionIndex } from '../facts/read-mention-index.ts'
import { collectArtifacts, locateArtifacts } from './artifacts.ts'
import type { Measurement } from './metric.ts'
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

/** Compares the tool calls of the source with the result. */
export function compareArtifactTrail(subject: Subject): ArtifactTrail {
  const found = known.get(subject) ?? compare(subject)
  known.set(subject, found)
  return found
}

function compare(subject: Subject): ArtifactTrail {
  const truth = collectArtifacts(subject.source)
  const places = locateArtifacts(truth, subject.result)
  const artifacts = truth.map(({ name, acts, messageIndices }, index) => ({
    name,
    acts,
    messageIndices,
    now: places[index] ?? [],
  }))
  const invented = findInventedPaths(subject)
  const stated = artifacts.filter(({ now }) => now.length > 0).length
  return {
    artifacts,
    invented,
    recall: artifacts.length === 0 ? null : stated / artifacts.length,
    precision: stated + invented.length === 0 ? null : stated / (stated + invented.length),
  }
}

/** A file that was only talked about is none that the provider made up. */
function findInventedPaths({ source, result }: Subject): ArtifactTrail['invented'] {
  const inSource = readMentionIndex(source)('path')
  const placesInSource = findPathFinder(source)
  return [...readMentionIndex(result)('path')].flatMap(([name, { places }]) =>
    inSource.has(name) || placesInSource(name).length > 0 ? [] : [{ name, now: places }],
  )
}

/** A value of the trail with all of its evidence; null stays null. */
export function buildTrailMeasurement(
  { artifacts, invented }: ArtifactTrail,
  value: number | null,
): Measurement | null {
  return value === null ? null : { value, evidence: { kind: 'artifacts', artifacts, invented } }
}
