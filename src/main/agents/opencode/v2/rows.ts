import { isRecord, toNumberOrNull, toTextOrNull, type Fields } from '../../json/fields.ts'

/** A row of `session_message`: one message, its parts in it. */
export type Row = Readonly<{
  id: string
  type: string
  /** Its place in the session; times say nothing of it. */
  seq: number
  /** Milliseconds since 1970; null where it is not recorded. */
  created: number | null
  data: Fields
}>

/** Reads a row, whose data may stand in a column of its own or, in an export, around it; null where it is none. */
export function readRow(row: Fields, data: unknown, place: number): Row | null {
  const id = toTextOrNull(row['id'])
  const type = toTextOrNull(row['type'])
  if (id === null || type === null || !isRecord(data)) return null
  const time = isRecord(data['time']) ? toNumberOrNull(data['time']['created']) : null
  return {
    id,
    type,
    seq: toNumberOrNull(row['seq']) ?? place,
    created: toNumberOrNull(row['time_created']) ?? time,
    data,
  }
}

/** Whether a row condensed all before it. */
export function isCheckpoint({ type, data }: Row): boolean {
  return type === 'compaction' && data['status'] === 'completed'
}

/** Provider and model of a row, or of where a history of a provider's own comes from. */
export function buildModelKey(providerId: unknown, modelId: unknown): string {
  return JSON.stringify([providerId, modelId])
}

/** The model that answered; of another row none. */
export function readModel({ data }: Row): Readonly<{ providerId: string | null; modelId: string | null }> {
  const model = isRecord(data['model']) ? data['model'] : {}
  return { providerId: toTextOrNull(model['providerID']), modelId: toTextOrNull(model['id']) }
}
