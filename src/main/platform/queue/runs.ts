import { z } from 'zod'
import { experimentPlanSchema } from '../../../shared/experiments/experiment-types.ts'
import { policySchema } from '../../../shared/installation/policy-types.ts'
import { recordedUsageSchema } from '../../../shared/kernel/usage.ts'
import type { Session, SharedDatabase } from './database.ts'
import { packColumn, packedColumn, selectBeginning, selectBytes } from './packed-column.ts'

/** What cells need of a machine that does them: models by profile, and external arms. */
export const needsSchema = z.object({
  /** By id of profile, what its model is and costs; a key is not in it. */
  profiles: z.record(z.string(), z.string()),
  /** Ids of those profiles that whoever runs the experiment has a key for. */
  keys: z.array(z.string()).default([]),
  /** Ids of variants that name external arms, which a machine runs once somebody there has allowed them. */
  arms: z.array(z.string()),
})
export type Needs = Readonly<z.infer<typeof needsSchema>>

/** One for each set of needs, which are no more than variants. */
const mostQueues = 200

/** Everything that a machine has to know of an experiment to do its cells. */
export const runBodySchema = z.object({
  plan: experimentPlanSchema,
  /** Which history a checkpoint is of, by snapshot: hash of the packed source. */
  sources: z.record(z.string(), z.string()),
  /** By task: the model that it was done with, and what it recorded of its requests, packed as a content. */
  tasks: z.record(z.string(), z.object({ model: z.string().nullable(), usage: z.string() })),
  policy: policySchema,
  maxExperimentUsd: z.number().nullable(),
  ignoreCache: z.boolean(),
  startedTs: z.number(),
  /** By name of queue; pg-boss takes no others, and nobody needs many. */
  queues: z
    .record(z.string().regex(/^cells-[0-9a-f]{24}$/), needsSchema)
    .refine((queues) => Object.keys(queues).length <= mostQueues, `has more than ${mostQueues}`),
})
export type RunBody = Readonly<z.infer<typeof runBodySchema>>

/** Recorded usage of a task, as a content. */
export const usageContentSchema = recordedUsageSchema

export type SharedRun = { readonly id: string; readonly name: string; readonly build: string }

const bodyRowSchema = z.object({ id: z.string(), body: packedColumn(runBodySchema) })
const openSchema = z.object({ id: z.string(), name: z.string(), build: z.string() })
const stateSchema = z.object({
  id: z.string(),
  state: z.enum(['open', 'stopped', 'closed']),
  reason: z.string(),
})
export type RunState = Readonly<Omit<z.infer<typeof stateSchema>, 'id'>>

/** Opens a run, or opens it again. */
export async function openRun(
  { run }: Session,
  { id, name, build }: SharedRun,
  body: RunBody,
): Promise<void> {
  await run(
    `insert into dewpoint.runs (id, name, build, body) values ($1, $2, $3, $4)
     on conflict (id) do update set state = 'open', reason = '', body = $4, build = $3, seen_at = now()`,
    [id, name, build, packColumn(body)],
  )
}

/** Null where it is gone, and where it cannot be read, which is told. */
export async function readRun({ list }: Session, id: string): Promise<RunBody | null> {
  const sql = `select id, ${selectBytes('body')} as body from dewpoint.runs where id = $1 and state <> 'closed'`
  return (await list('dewpoint.runs', bodyRowSchema, { sql, values: [id] }))[0]?.body ?? null
}

/** Runs whose cells may be taken, the oldest first. */
export function openRuns({ list }: Session): Promise<SharedRun[]> {
  const sql = `select id, ${selectBeginning('name')} as name, ${selectBeginning('build')} as build from dewpoint.runs
    where state = 'open' order by since`
  return list('dewpoint.runs', openSchema, { sql })
}

/** How a run stands. A run that is gone is closed. */
export async function readRunState({ list }: Session, id: string): Promise<RunState> {
  const sql = `select id, ${selectBeginning('state')} as state, ${selectBeginning('reason')} as reason from dewpoint.runs where id = $1`
  const [row] = await list('dewpoint.runs', stateSchema, { sql, values: [id] })
  return row ?? { state: 'closed', reason: '' }
}

/** No further cell of it is done; the first reason stays. */
export async function stopRun({ run }: Session, id: string, reason: string): Promise<void> {
  await run(`update dewpoint.runs set state = 'stopped', reason = $2 where id = $1 and state = 'open'`, [
    id,
    reason,
  ])
}

/** Ends a run: its wishes go, and its body, which nobody needs any more. */
export async function closeRun(database: SharedDatabase, id: string): Promise<void> {
  await database.transaction(async ({ run }) => {
    await run('delete from dewpoint.wanted where run_id = $1', [id])
    await run(`update dewpoint.runs set state = 'closed', body = '' where id = $1`, [id])
  })
}
