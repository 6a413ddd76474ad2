import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { modelProfileSchema } from '../../../../shared/models/model-profile-types.ts'
import { writtenSessionSchema } from '../../../../shared/take-home/session-copy-types.ts'
import { writtenSettingsSchema } from '../../../../shared/take-home/use-plan-types.ts'
import { allowedFoldersKey, allowedFoldersSchema } from '../allowed-folders.ts'
import { jsonColumn } from '../database/columns.ts'
import type { Connection } from '../database/connection.ts'
import type { Tables } from '../tables.ts'

const writtenColumns = { id: z.string(), written_ts: z.number() }
/** By kind, the row that waits. It is read as strictly as it would be where it belongs. */
const thingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('key'), row: z.object({ variable: z.string(), origin: z.string() }) }),
  z.object({ kind: z.literal('arm'), row: z.object({ target: z.string(), allowed_ts: z.number() }) }),
  z.object({
    kind: z.literal('model'),
    row: z.object({ id: z.string(), name: z.string(), profile: jsonColumn(modelProfileSchema) }),
  }),
  z.object({
    kind: z.literal('settings'),
    row: z.object({ ...writtenColumns, body: jsonColumn(writtenSettingsSchema) }),
  }),
  z.object({
    kind: z.literal('session'),
    row: z.object({ ...writtenColumns, body: jsonColumn(writtenSessionSchema) }),
  }),
  z.object({ kind: z.literal('folder'), row: z.object({ path: z.string() }) }),
  z.object({ kind: z.literal('watched-folder'), row: z.object({ path: z.string(), added_ts: z.number() }) }),
])

/** A row of a restored backup that does nothing until somebody confirms it. */
export type AsleepRow = z.infer<typeof thingSchema> & {
  /** What it is called where it is confirmed: the same for the same kind and name. */
  readonly code: string
  /** Milliseconds since 1970. */
  readonly sinceTs: number
}

/**
 * What of a restored backup acts outside of the database, out of the tables from which it would act: no door needs to know of
 * it to be kept from it.
 */
export type AsleepRepository = Readonly<{
  list(): Promise<readonly AsleepRow[]>
  /** Puts a thing where it acts. `taken` where another one has its name there; nothing is changed then. */
  wake(code: string): Promise<'woken' | 'taken' | 'gone'>
  /** False where there was none. */
  discard(code: string): Promise<boolean>
}>

const rowSchema = z
  .object({ kind: z.string(), id: z.string(), sinceTs: z.number(), body: jsonColumn(z.unknown()) })
  .transform(({ kind, id, sinceTs, body }, context): AsleepRow => {
    const parsed = thingSchema.safeParse({ kind, row: body })
    if (parsed.success) return { ...parsed.data, code: computeThingCode(kind, id), sinceTs }
    context.issues.push({ code: 'custom', message: 'does not fit', input: body })
    return z.NEVER
  })

function computeThingCode(kind: string, id: string): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, id]))
    .digest('hex')
    .slice(0, 12)
}

/** What waits, over a connection. */
export function createAsleepRepository(connection: Connection): AsleepRepository {
  const findByCode = async (db: Transaction<Tables>, code: string) => {
    const rows = await db.selectFrom('asleep').selectAll().execute()
    return rows.find(({ kind, id }) => computeThingCode(kind, id) === code)
  }
  const remove = (db: Transaction<Tables>, { kind, id }: { readonly kind: string; readonly id: string }) =>
    db.deleteFrom('asleep').where('kind', '=', kind).where('id', '=', id).execute()
  return {
    list: () =>
      connection.list(rowSchema, 'asleep', (db) =>
        db.selectFrom('asleep').selectAll().orderBy('kind').orderBy('id'),
      ),
    wake: (code) =>
      connection.write(async (db) => {
        const row = await findByCode(db, code)
        if (row === undefined) return 'gone'
        if (!(await putAwake(db, rowSchema.parse(row)))) return 'taken'
        await remove(db, row)
        return 'woken'
      }),
    discard: (code) =>
      connection.write(async (db) => {
        const row = await findByCode(db, code)
        if (row !== undefined) await remove(db, row)
        return row !== undefined
      }),
  }
}

/** False where another one has its name. Folders and permits that are there already are the same. */
async function putAwake(db: Transaction<Tables>, { kind, row }: AsleepRow): Promise<boolean> {
  switch (kind) {
    case 'key':
      await db
        .insertInto('keyPermits')
        .values(row)
        .onConflict((one) => one.doNothing())
        .execute()
      return true
    case 'arm': {
      const { target, allowed_ts: allowedTs } = row
      const values = { target, allowedTs }
      await db
        .insertInto('armPermits')
        .values(values)
        .onConflict((one) => one.doNothing())
        .execute()
      return true
    }
    case 'model': {
      const { id, name, profile } = row
      const values = { id, name, profile: JSON.stringify(profile) }
      return isIn(
        db
          .insertInto('profiles')
          .values(values)
          .onConflict((one) => one.doNothing()),
      )
    }
    case 'settings':
    case 'session': {
      const table = kind === 'settings' ? 'writtenSettings' : 'writtenSessions'
      const { id, written_ts: writtenTs, body } = row
      const values = { id, writtenTs, body: JSON.stringify(body) }
      return isIn(
        db
          .insertInto(table)
          .values(values)
          .onConflict((one) => one.doNothing()),
      )
    }
    case 'watched-folder': {
      const { path, added_ts: addedTs } = row
      const values = { path, addedTs }
      await db
        .insertInto('libraryFolders')
        .values(values)
        .onConflict((one) => one.doNothing())
        .execute()
      return true
    }
    case 'folder':
      await allowFolder(db, row.path)
      return true
  }
}

type Inserting = { executeTakeFirst(): Promise<{ readonly numInsertedOrUpdatedRows?: bigint | undefined }> }

async function isIn(insert: Inserting): Promise<boolean> {
  return ((await insert.executeTakeFirst()).numInsertedOrUpdatedRows ?? 0n) > 0n
}

async function allowFolder(db: Transaction<Tables>, path: string): Promise<void> {
  const key = allowedFoldersKey
  const row = await db.selectFrom('preferences').select('value').where('key', '=', key).executeTakeFirst()
  const allowed = jsonColumn(allowedFoldersSchema).safeParse(row?.value ?? '[]').data ?? []
  const value = JSON.stringify([...new Set([...allowed, path])])
  await db
    .insertInto('preferences')
    .values({ key, value })
    .onConflict((one) => one.column('key').doUpdateSet({ value }))
    .execute()
}
