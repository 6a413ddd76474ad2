import pMap from 'p-map'
import { isRecord } from '../json/read-json.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { createStoredReading, type StoredSession } from './stored-session.ts'
import { storedInfo } from './stored.ts'

/** Files that are read at the same time. */
const atOnce = 16

/** Reads an export: the session and its messages in one file. */
export function exportedSession(source: ParsedSource): StoredSession {
  const { object, items } = source.json(source.only())
  const reading = createStoredReading()
  for (const { value, index } of items) {
    const { info, parts } = isRecord(value) ? value : { info: null, parts: null }
    reading.message(
      info,
      `message ${index ?? '?'}`,
      (Array.isArray(parts) ? parts : []).map((part: unknown, at) => ({
        id: `${index ?? '?'} ${at}`,
        value: part,
      })),
    )
  }
  // Of a damaged file the beginning may still say whose it is.
  const [head] = source.head()?.values ?? []
  return reading.finish(storedInfo(object?.['info'] ?? (isRecord(head) ? head['info'] : null)))
}

/** Reads a session of the tree of files that came before the database, from the file that describes it. */
export async function treeSession(source: ParsedSource): Promise<StoredSession> {
  const info = storedInfo(source.json(source.only()).object)
  const reading = createStoredReading()
  const session = info.id ?? source.only().name.replace(/\.json$/, '')
  for (const { messages, parts } of layouts(session)) {
    const names = await namesIn(source, messages)
    const read = await pMap(
      names,
      async (name) => {
        const id = name.replace(/\.json$/, '')
        const folder = parts(id)
        const own = await pMap(await namesIn(source, folder), async (part) => ({
          id: part.replace(/\.json$/, ''),
          value: await valueOf(source, `${folder}/${part}`),
        }))
        return { id, value: await valueOf(source, `${messages}/${name}`), own }
      },
      { concurrency: atOnce },
    )
    for (const { id, value, own } of read) reading.message(value, id, own)
    if (names.length > 0) break
  }
  return reading.finish(info)
}

/** Where messages and their parts lie, from the folder of the session; the second is that of the first months. */
function layouts(session: string) {
  return [
    { messages: `../../message/${session}`, parts: (message: string) => `../../part/${message}` },
    { messages: `../message/${session}`, parts: (message: string) => `../part/${session}/${message}` },
  ]
}

async function namesIn({ beside }: ParsedSource, folder: string): Promise<readonly string[]> {
  return (await beside.names(folder)).filter((name) => name.endsWith('.json')).toSorted()
}

async function valueOf({ beside }: ParsedSource, path: string): Promise<unknown> {
  const text = (await beside.read(path))?.text
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
