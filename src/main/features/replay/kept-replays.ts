import { z } from 'zod'
import type { StoredTask } from '../../../shared/library/task-types.ts'
import type { KeptChange, KeptReplay, PlayedTask } from '../../../shared/replay/kept-replay-contract.ts'
import { replayContextMessageSchema } from '../../../shared/replay/replay-context-types.ts'
import { computeSha256 } from '../../platform/files/compute-sha256.ts'
import type { StoredReplay } from '../../platform/store/records.ts'
import { StoreFailure } from '../../platform/store/store-failure.ts'
import { unpackText } from '../../platform/workers/compression.ts'
import type { CoreServices } from '../common/core-services.ts'
import { Problem } from '../common/problem.ts'
import { requireTask } from '../common/require-stored.ts'
import type { ReplayOutline } from './compute/replay-outline.ts'
import type { ReplayJobPolicy } from './jobs/replay-task.ts'

type KeepServices = Pick<CoreServices, 'store' | 'info' | 'now'>

/** What was played: the task as it was then, and the policies with all that they name. */
export type Played = { readonly task: StoredTask; readonly policies: readonly ReplayJobPolicy[] }

/** What comes of it, packed. A replay of 1,000 requests under 50 policies takes about a third of this. */
const mostBytes = 16 * 2 ** 20

/**
 * Keeps a replay in the place of the last one of its task. Returns null, or a sentence on why it was not kept. Contexts
 * that are too large are left out.
 */
export async function keepReplay(
  { store, info, now }: KeepServices,
  played: Played,
  {
    packed: { result, contexts },
    ...kept
  }: Pick<StoredReplay, 'id' | 'kind' | 'request'> & {
    readonly packed: { readonly result: Uint8Array; readonly contexts: Uint8Array | null }
  },
): Promise<string | null> {
  if (result.byteLength > mostBytes) return 'It is too large to be kept.'
  const hasRoom = contexts !== null && result.byteLength + contexts.byteLength <= mostBytes
  try {
    const row = { ...kept, taskId: played.task.id, playedTs: now(), version: info.version }
    const isKept = await store.replays.put(
      { ...row, taskSha256: computeTaskHash(played.task), planSha256: planHash(played.policies) },
      { result, contexts: hasRoom ? contexts : null },
    )
    return isKept ? null : 'The task has been forgotten meanwhile.'
  } catch (error) {
    if (error instanceof StoreFailure) return `${error.message} ${error.hint}`.trim()
    throw error
  }
}

/** What is kept of all tasks, for Activity: what of a window is gone with it. */
export async function listPlayed({ store }: Pick<KeepServices, 'store'>): Promise<PlayedTask[]> {
  const rows = await store.replays.list()
  return rows.map(({ id, kind, taskId, playedTs, request }) => {
    const { policies, taskIds } = countedSchema.safeParse(request).data ?? {}
    return { replayId: id, kind, taskId, playedTs, count: (policies ?? taskIds)?.length ?? null }
  })
}

/** What a list counts of a request, whichever version made it. */
const countedSchema = z.object({
  policies: z.array(z.unknown()).optional(),
  taskIds: z.array(z.unknown()).optional(),
})

type Ready = { readonly plan: Pick<Played, 'policies'> }

/**
 * Finds the last kept replay of a task, with its request and what has changed since. `ready` plans the request again.
 * Null where nothing is kept, or where a later version made a request that this one cannot show.
 */
export async function findKept<Input>(
  services: KeepServices,
  kind: StoredReplay['kind'],
  taskId: string,
  { schema, ready }: { readonly schema: z.ZodType<Input>; readonly ready: (input: Input) => Promise<Ready> },
): Promise<(KeptReplay & { input: Input }) | null> {
  const row = await services.store.replays.find(taskId, kind)
  const input = schema.safeParse(row?.request)
  if (row === null || !input.success) return null
  const task = await requireTask(services.store, taskId)
  const planned = await readyOrNull(ready(input.data))
  const policies = planned?.plan.policies ?? null
  return { ...describeKept(row, services, { task, policies }), input: input.data }
}

/** What has changed since a replay was kept. Policies that can no longer be planned are null. */
function describeKept(
  { id, playedTs, version, taskSha256, planSha256 }: StoredReplay,
  { info }: Pick<KeepServices, 'info'>,
  { task, policies }: { readonly task: StoredTask; readonly policies: Played['policies'] | null },
): KeptReplay {
  const changes: KeptChange[] = []
  if (computeTaskHash(task) !== taskSha256) changes.push('task')
  if (policies === null || planHash(policies) !== planSha256) changes.push('settings')
  if (version !== info.version) changes.push('version')
  return { replayId: id, playedTs, version, changes }
}

/** What was kept under an id, held against its schema. Throws a `Problem` where it is gone or cannot be read. */
export async function openKept<T>(
  { store }: Pick<KeepServices, 'store'>,
  id: string,
  schema: z.ZodType<T>,
): Promise<T> {
  const bytes = await store.replays.result(id)
  if (bytes === null) throw createGoneProblem('Another replay has taken its place.')
  const value = readPacked(bytes, schema)
  if (value === null) throw createGoneProblem('What was kept of this replay cannot be read by this version.')
  return value
}

/** What was sent with each request of a kept replay; null where that is not kept. */
export async function loadKeptOutline(
  { store }: Pick<KeepServices, 'store'>,
  id: string,
): Promise<ReplayOutline | null> {
  const bytes = await store.replays.contexts(id)
  return bytes === null ? null : readPacked(bytes, outlineSchema)
}

const outlineSchema: z.ZodType<ReplayOutline> = z.object({
  messages: z.array(replayContextMessageSchema),
  steps: z.array(z.object({ request: z.int(), prefixTokens: z.number(), fullCount: z.int() })),
  policies: z.record(z.string(), z.array(z.object({ since: z.int(), messages: z.array(z.int()) }))),
})

/** Null where another version has packed something of another shape, or the bytes are damaged. */
function readPacked<T>(bytes: Uint8Array, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(unpackText(bytes)))
  } catch {
    return null
  }
}

/** What was readied; null where something that it names is gone, which a person can mend. */
async function readyOrNull<T>(planned: Promise<T>): Promise<T | null> {
  try {
    return await planned
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

function createGoneProblem(message: string): Problem {
  return new Problem({ code: 'not-found', message, where: '', hint: 'Play the task again.' })
}

function computeTaskHash({ snapshotSha256, meta: { usage } }: StoredTask): string {
  return computeSha256(JSON.stringify([snapshotSha256, usage]))
}

/** What does not change a figure is left out. */
function planHash(policies: readonly ReplayJobPolicy[]): string {
  const played = policies.map((policy) => {
    if (!('run' in policy)) return policy
    const { alerts, ...run } = policy.run
    return { ...policy, run: { ...run, minimumGainPercent: alerts.minimumGainPercent } }
  })
  return computeSha256(JSON.stringify(played))
}
