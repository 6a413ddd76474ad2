import { hostname } from 'node:os'
import {
  experimentExportSchema,
  type ExperimentSummary,
} from '../../../shared/experiments/experiment-types.ts'
import { computeSha256 } from '../../platform/files/compute-sha256.ts'
import type { SharedDatabase } from '../../platform/queue/database.ts'
import {
  getShared,
  listShared,
  putShared,
  type SharedExperiment,
} from '../../platform/queue/shared-experiments.ts'
import type { CoreServices } from '../common/core-services.ts'
import { Problem } from '../common/problem.ts'
import { requireExperimentSummary } from '../common/require-stored.ts'
import { importExperiment } from '../experiments/import-experiment.ts'
import { reportExperiment } from '../experiments/report-experiment.ts'

export type ShareServices = Pick<CoreServices, 'store' | 'engine' | 'info' | 'now' | 'newId'> & {
  readonly database: SharedDatabase
}

/** An experiment that was pushed, and its size there in bytes. */
export type Pushed = { readonly id: string; readonly name: string; readonly bytes: number }

/**
 * Pushes an experiment with a report of it. Its evidence, which is condensed contexts and what judges said, goes along
 * unless it is to be redacted: then paths, addresses, keys and names are replaced in what is left. A problem where it
 * still runs.
 */
export async function pushExperiment(
  services: ShareServices,
  { experimentId, redact }: { readonly experimentId: string; readonly redact: boolean },
): Promise<Pushed> {
  const { store, database, info } = services
  const summary = await requireExperimentSummary(store, experimentId)
  const { status, contentSha256, name, cells } = summary
  if (status === 'running') {
    throw new Problem({
      code: 'bad-input',
      message: `The experiment ${experimentId} still runs`,
      where: experimentId,
      hint: 'Push it once it has ended.',
    })
  }
  const common = { experimentId, redact }
  const json = await reportExperiment(services, { ...common, format: 'json', withResults: !redact })
  const html = await reportExperiment(services, { ...common, format: 'html' })
  const shown = redact ? experimentExportSchema.parse(JSON.parse(json.text)).summary.name : name
  const bytes = await putShared(
    database,
    {
      id: experimentId,
      contentSha256,
      runSha256: hashOfRun(summary),
      name: shown,
      // The name of a machine is often that of a person.
      pushedBy: redact ? `Dewpoint ${info.version}` : `${hostname()}, Dewpoint ${info.version}`,
      isRedacted: redact,
      cells: cells.done + cells.failed,
    },
    { json: json.text, html: html.text },
  )
  return { id: experimentId, name: shown, bytes }
}

/** What the team has, newest first, and which of it is in this library already. */
export async function listTeam({
  database,
  store,
}: Pick<ShareServices, 'database' | 'store'>): Promise<
  readonly (SharedExperiment & { readonly localId: string | null })[]
> {
  const local = new Map<string, ExperimentSummary>()
  for (const one of await store.experiments.list()) {
    local.set(one.id, one)
    local.set(hashOfRun(one), one)
  }
  return (await listShared(database)).map((shared) => ({
    ...shared,
    localId: (local.get(shared.runSha256) ?? local.get(shared.id))?.id ?? null,
  }))
}

/** The same for all who have it: an import keeps what it is made of. */
function hashOfRun({ contentSha256, createdTs, cells: { done, failed } }: ExperimentSummary): string {
  return computeSha256(JSON.stringify([contentSha256, createdTs, done, failed]))
}

/**
 * Takes an experiment of the team into this library, as that of whoever pushed it. A problem where there is none of this id,
 * or where it cannot be read.
 */
export async function pullExperiment(services: ShareServices, id: string): Promise<ExperimentSummary> {
  const { json, pushedBy } = await requireShared(services, id)
  return importExperiment(services, json, { pushedBy })
}

/** The report that was pushed with an experiment, made anew from its data: no HTML of others is written. */
export async function pullReport(services: ShareServices, id: string): Promise<string> {
  const { html, pushedBy } = await requireShared(services, id)
  const rebuilt = await services.engine.run('rebuildReport', { report: html, pushedBy })
  if (rebuilt.ok) return rebuilt.text
  throw createUnreadableProblem(services, id, rebuilt.message)
}

function createUnreadableProblem(
  { database }: Pick<ShareServices, 'database'>,
  id: string,
  why: string,
): Problem {
  return new Problem({
    code: 'bad-input',
    message: `The experiment ${id} of the team cannot be read: ${why.replace(/\.$/, '')}`,
    where: database.shown,
    hint: 'Ask whoever pushed it to push it again.',
  })
}

async function requireShared({ database }: ShareServices, id: string) {
  const body = await getShared(database, id)
  if (body === 'unreadable') throw createUnreadableProblem({ database }, id, 'its row is damaged')
  if (body !== null) return body
  throw new Problem({
    code: 'not-found',
    message: `The team has no experiment ${id}`,
    where: database.shown,
    hint: 'See `dewpoint pull --list`.',
  })
}
