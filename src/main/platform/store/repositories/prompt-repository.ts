import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import {
  promptPurposeSchema,
  promptVersionSchema,
  type Prompt,
  type PromptVersion,
} from '../../../../shared/prompts/prompt-types.ts'
import type { Connection } from '../database/connection.ts'
import type { PromptRepository } from '../store.ts'
import type { Tables } from '../tables.ts'

const promptRowSchema = promptVersionSchema.extend({
  id: z.string(),
  name: z.string(),
  purpose: promptPurposeSchema,
})

/** One row a version; a prompt is added and removed together with its versions, so none is without. */
const buildVersionQuery = (db: Kysely<Tables>) =>
  db
    .selectFrom('prompts')
    .innerJoin('promptVersions', 'promptVersions.promptId', 'prompts.id')
    .select(['id', 'name', 'purpose', 'version', 'text', 'note', 'createdTs'])
    .orderBy(sql`name collate nocase`)
    .orderBy('id')
    .orderBy('version')

function toPrompts(versions: readonly z.infer<typeof promptRowSchema>[]): readonly Prompt[] {
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
    list: async () => toPrompts(await connection.list(promptRowSchema, 'prompts', buildVersionQuery)),
    get: async (promptId) => {
      const versions = await connection.list(promptRowSchema, 'prompts', (db) =>
        buildVersionQuery(db).where('id', '=', promptId),
      )
      return toPrompts(versions)[0] ?? null
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
      return (
        (await connection.change((db) => db.updateTable('prompts').set({ name }).where('id', '=', id))) > 0
      )
    },
    async remove(id) {
      return (await connection.change((db) => db.deleteFrom('prompts').where('id', '=', id))) > 0
    },
  }
}
