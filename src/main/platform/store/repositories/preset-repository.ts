import { sql, type Kysely, type Transaction } from 'kysely'
import { z } from 'zod'
import {
  presetEntrySchema,
  presetVersionSchema,
  type PresetEntry,
  type PresetVersion,
} from '../../../../shared/methods/preset-entry-types.ts'
import { settingsSchema } from '../../../../shared/methods/provider-types.ts'
import { jsonColumn } from '../database/columns.ts'
import type { Connection } from '../database/connection.ts'
import type { PresetKey, PresetRepository } from '../store.ts'
import type { Tables } from '../tables.ts'

/** A version as its row keeps it. */
export const presetVersionRowSchema = presetVersionSchema.extend({ settings: jsonColumn(settingsSchema) })
const presetRowSchema = presetEntrySchema
  .omit({ isBuiltIn: true, versions: true })
  .extend(presetVersionRowSchema.shape)
  .extend({ id: z.string() })

/** One row a version; a preset is added and removed together with its versions, so none is without. */
const buildVersionQuery = (db: Kysely<Tables>) =>
  db
    .selectFrom('presets')
    .innerJoin('presetVersions', (join) =>
      join
        .onRef('presetVersions.providerId', '=', 'presets.providerId')
        .onRef('presetVersions.id', '=', 'presets.id'),
    )
    .select([
      'presets.providerId',
      'presets.id',
      'label',
      'description',
      'version',
      'settings',
      'note',
      'createdTs',
    ])
    .orderBy('presets.providerId')
    .orderBy(sql`label collate nocase`)
    .orderBy('presets.id')
    .orderBy('version')

function toPresets(versions: readonly z.infer<typeof presetRowSchema>[]): readonly PresetEntry[] {
  // No id holds a slash.
  const groups = Map.groupBy(versions, ({ providerId, id }) => `${providerId}/${id}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { providerId, id, label, description } = first
    return [{ providerId, id, label, description, isBuiltIn: false, versions: group.map(toVersion) }]
  })
}

function toVersion({ version, settings, note, createdTs }: PresetVersion): PresetVersion {
  return { version, settings, note, createdTs }
}

async function insertVersion(
  db: Transaction<Tables>,
  { providerId, id }: PresetKey,
  { settings, ...version }: PresetVersion,
): Promise<void> {
  const row = { providerId, id, ...version, settings: JSON.stringify(settings) }
  await db.insertInto('presetVersions').values(row).execute()
}

/** Presets of one's own over a connection. */
export function createPresetRepository(connection: Connection): PresetRepository {
  return {
    list: async () => toPresets(await connection.list(presetRowSchema, 'presets', buildVersionQuery)),
    get: async ({ providerId, id }) => {
      const versions = await connection.list(presetRowSchema, 'presets', (db) =>
        buildVersionQuery(db).where('presets.providerId', '=', providerId).where('presets.id', '=', id),
      )
      return toPresets(versions)[0] ?? null
    },
    create: ({ providerId, id, label, description }, first) =>
      connection.write(async (db) => {
        const added = await db
          .insertInto('presets')
          .values({ providerId, id, label, description })
          .onConflict((conflict) => conflict.columns(['providerId', 'id']).doNothing())
          .returning('id')
          .executeTakeFirst()
        if (added === undefined) return false
        await insertVersion(db, { providerId, id }, toVersion({ ...first, version: 1 }))
        return true
      }),
    addVersion: ({ providerId, id }, added) =>
      connection.write(async (db) => {
        const newest = await db
          .selectFrom('presetVersions')
          .select('version')
          .where('providerId', '=', providerId)
          .where('id', '=', id)
          .orderBy('version', 'desc')
          .executeTakeFirst()
        if (newest === undefined) return null
        const version = newest.version + 1
        await insertVersion(db, { providerId, id }, toVersion({ ...added, version }))
        return version
      }),
    async describe({ providerId, id }, { label, description }) {
      const changed = await connection.change((db) =>
        db
          .updateTable('presets')
          .set({ label, description })
          .where('providerId', '=', providerId)
          .where('id', '=', id),
      )
      return changed > 0
    },
    async remove({ providerId, id }) {
      const removed = await connection.change((db) =>
        db.deleteFrom('presets').where('providerId', '=', providerId).where('id', '=', id),
      )
      return removed > 0
    },
  }
}
