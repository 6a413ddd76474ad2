import { metricDirections, metricGroups, metricUnits } from '../../../../../shared/activity/quality-types.ts'
import { experimentStatuses } from '../../../../../shared/experiments/experiment-types.ts'
import { operationKinds } from '../../../../../shared/kernel/provenance.ts'
import { reportDataSchema, type ReportData } from '../document/report-input.ts'
import { createRedactor, type Redactor } from './create-redactor.ts'

/** Words of Dewpoint's own, which stay even where somebody has such a name. */
const ownWords = [
  ...experimentStatuses,
  ...metricGroups,
  ...metricUnits,
  ...metricDirections,
  ...operationKinds,
  ...'dewpoint-experiment done failed condensed unchanged better not-worse'.split(' '),
  ...'deleted open nothing little-saved'.split(' '),
  ...'recorded trigger share index default'.split(' '),
]
/** Fields whose texts name something: their placeholders have no brackets, which ids may not hold. */
const idFields = new Set(
  'id variantId variant baseline baselineId keptBy lostBy cellId checkpointId taskId metric metrics providerId'.split(
    ' ',
  ),
)
/** Fields whose own fields have names that somebody chose. */
const freeRecords = new Set(['settings', 'margins', 'values'])

/** The data of a report without what tells whose they are. Condensed contexts are packed, so they are left out. */
export function redactData(data: ReportData): ReportData {
  const { results: _packed, ...experiment } = data.experiment
  const plain = { ...data, experiment: withoutWorkspaces(experiment) }
  const keptWords = new Set([...ownWords, ...listHashes(data)])
  const redactor = createRedactor({ texts: collectTexts(plain), keptWords })
  const cleaned = cleanValue(plain, redactor, { field: '', isFree: false })
  // Parsed anew, because a redacted report must be as good as any other.
  return reportDataSchema.parse({ ...(cleaned as object), redaction: redactor.counts() })
}

/** Names of projects say whose they are; all that figures need is which tasks share one. */
function withoutWorkspaces<T extends Pick<ReportData['experiment'], 'plan'>>(experiment: T): T {
  const names = new Map<string, string>()
  const checkpoints = experiment.plan.checkpoints.map((checkpoint) => {
    const { workspace } = checkpoint
    if (workspace === undefined || workspace === null) return checkpoint
    const name = names.get(workspace) ?? `workspace-${names.size + 1}`
    names.set(workspace, name)
    return { ...checkpoint, workspace: name }
  })
  return { ...experiment, plan: { ...experiment.plan, checkpoints } }
}

/** Ids that are hashes name nobody; texts in their place are cleaned like all others. */
function listHashes({ experiment }: ReportData): readonly string[] {
  const { summary, plan } = experiment
  const ids = plan.checkpoints.flatMap(({ taskId, snapshotSha256 }) => [taskId, snapshotSha256])
  return [summary.id, summary.contentSha256, ...ids].filter((id) => /^[0-9a-f-]{8,64}$/i.test(id))
}

function collectTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => [name, ...collectTexts(each)])
}

type Place = {
  readonly field: string
  /** Inside a record whose fields somebody else named. */
  readonly isFree: boolean
}

function cleanValue(value: unknown, redactor: Redactor, place: Place): unknown {
  if (typeof value === 'string') {
    const cleaned = place.isFree ? redactor.cleanField(place.field, value) : redactor.clean(value)
    return idFields.has(place.field) ? withoutBrackets(cleaned) : cleaned
  }
  if (Array.isArray(value)) return value.map((each: unknown) => cleanValue(each, redactor, place))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const inside = { field: name, isFree: place.isFree || freeRecords.has(name) }
      const field = place.isFree ? withoutBrackets(redactor.clean(name)) : name
      return [field, cleanValue(each, redactor, inside)]
    }),
  )
}

function withoutBrackets(text: string): string {
  return text.replaceAll(/<((?:path|user|email|key|address)-\d+)>/g, '$1')
}
