import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import {
  promptPurposeSchema,
  promptVersionSchema,
  type Prompt,
  type PromptVersion,
} from '../../shared/domain/prompt.ts'
import type { Connection } from './connection.ts'
import type { PromptRepository } from './store.ts'
import type { Tables } from './tables.ts'

const promptRowSchema = promptVersionSchema.extend({
  id: z.string(),
  name: z.string(),
  purpose: promptPurposeSchema,
})

/** One row a version; a prompt is added and removed together with its versions, so none is without. */
const versionQuery = (db: Kysely<Tables>) =>
  db
    .selectFrom('prompts')
    .innerJoin('promptVersions', 'promptVersions.promptId', 'prompts.id')
    .select(['id', 'name', 'purpose', 'version', 'text', 'note', 'createdTs'])
    .orderBy(sql`name collate nocase`)
    .orderBy('id')
    .orderBy('version')

function toPrompts(rows: readonly unknown[], { lists }: Connection): readonly Prompt[] {
  const versions = lists.parseRows(promptRowSchema, rows, 'prompts')
  return [...Map.groupBy(versions, ({ id }) => id).values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { id, name, purpose } = first
    return [{ id, name, purpose, isBuiltIn: false, versions: group.map(toVersion) }]
  })
}

function toVersion({ version, text, note, createdTs }: PromptVersion): PromptVersion {
  return { version, text, note, createdTs }
}

function createReading(connection: Connection): Pick<PromptRepository, 'list' | 'get'> {
  return {
    list: async () => toPrompts(await connection.run((db) => versionQuery(db).execute()), connection),
    get: async (promptId) => {
      const rows = await connection.run((db) => versionQuery(db).where('id', '=', promptId).execute())
      return toPrompts(rows, connection)[0] ?? null
    },
  }
}

/** The library of prompts over a connection. */
export function createPromptRepository(connection: Connection): PromptRepository {
  return {
    ...createReading(connection),
    create: ({ id, name, purpose }, first) =>
      connection.write(async (db) => {
        await db.insertInto('prompts').values({ id, name, purpose }).execute()
        const version = toVersion({ ...first, version: 1 })
        await db
          .insertInto('promptVersions')
          .values({ promptId: id, ...version })
          .execute()
      }),
    addVersion: (promptId, added) =>
      connection.write(async (db) => {
        const newest = await db
          .selectFrom('promptVersions')
          .select('version')
          .where('promptId', '=', promptId)
          .orderBy('version', 'desc')
          .executeTakeFirst()
        if (newest === undefined) return null
        const version = newest.version + 1
        await db
          .insertInto('promptVersions')
          .values({ promptId, ...toVersion({ ...added, version }) })
          .execute()
        return version
      }),
    async rename(id, name) {
      const renamed = await connection.run((db) =>
        db.updateTable('prompts').set({ name }).where('id', '=', id).returning('id').executeTakeFirst(),
      )
      return renamed !== undefined
    },
    async remove(id) {
      const gone = await connection.run((db) =>
        db.deleteFrom('prompts').where('id', '=', id).returning('id').executeTakeFirst(),
      )
      return gone !== undefined
    },
  }
}
