import pMap from 'p-map'
import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { ImportProblem } from '../../../shared/library/task-types.ts'
import { isRecord, type Fields } from '../json/fields.ts'
import { readDocuments } from '../json/read-documents.ts'
import { readObject } from '../json/read-object.ts'
import type { ParsedSource } from '../parsed-source.ts'

/** Events as they are stored, with what stands beside them. */
export type Gathered = {
  readonly records: readonly Fields[]
  /** The state of the conversation, or what describes the run. */
  readonly about: Fields
  readonly problems: readonly ImportProblem[]
}

/** Whether an object is an event of either version. */
export function isEvent(value: unknown): value is Fields {
  if (!isRecord(value) || typeof value['source'] !== 'string' || typeof value['timestamp'] !== 'string')
    return false
  return (
    typeof value['kind'] === 'string' ||
    typeof value['action'] === 'string' ||
    typeof value['observation'] === 'string'
  )
}

/** The events that an object holds: those of a run, or of an export; null where it holds none. */
export function findEventRecords(value: Fields): readonly Fields[] | null {
  for (const key of ['history', 'events', 'trajectory', 'items']) {
    const held = value[key]
    // The first evaluations wrote pairs of an action and what came of it.
    const all: readonly unknown[] = Array.isArray(held) ? held.flat() : []
    if (all.length > 0 && isEvent(all[0])) return all.filter(isEvent)
  }
  return null
}

const files = { state: 'base_state.json', first: '0.json' }
const mostAtOnce = 16

/** The events of a conversation: of the folder that the file stands in, or of the file itself. */
export async function gather(source: ParsedSource): Promise<Gathered> {
  const file = source.only()
  if (file.name === files.state) {
    const { object, problems } = readObject(source, file)
    const names = (await source.beside.names('events')).filter((name) => /^event-\d{5,}-.+\.json$/.test(name))
    const { records, lost } = await readAll(
      source,
      sortEventFiles(names).map((name) => `events/${name}`),
    )
    return { records, about: object, problems: [...problems, ...lost] }
  }
  if (file.name === files.first) {
    const names = (await source.beside.names('.')).filter((name) => /^\d+\.json$/.test(name))
    const all = names.length === 0 ? [file.name] : sortEventFiles(names)
    const { records, lost } = await readAll(source, all)
    const metadata = await source.beside.read('../metadata.json')
    const about = metadata === null ? null : source.json(metadata).object
    return {
      records: records.length === 0 ? [readObject(source, file).object] : records,
      about: about ?? {},
      problems: lost,
    }
  }
  const { documents, problems } = readDocuments(source, file)
  const values = documents.map(({ value }) => value)
  const [first] = values
  if (first !== undefined && isEvent(first)) return { records: values.filter(isEvent), about: {}, problems }
  return { records: first === undefined ? [] : (findEventRecords(first) ?? []), about: first ?? {}, problems }
}

function sortEventFiles(names: readonly string[]): readonly string[] {
  const number = (name: string): number => Number(/\d+/.exec(name)?.[0] ?? 0)
  return names.toSorted((a, b) => number(a) - number(b))
}

async function readAll(
  source: ParsedSource,
  paths: readonly string[],
): Promise<{ readonly records: readonly Fields[]; readonly lost: readonly ImportProblem[] }> {
  const read = await pMap(
    paths,
    async (path) => {
      const file = await source.beside.read(path)
      const object = file === null ? null : source.json(file).object
      return { path, object }
    },
    { concurrency: mostAtOnce },
  )
  const lost = read.filter(({ object }) => object === null)
  const [first] = lost
  return {
    records: read.flatMap(({ object }) => (object === null ? [] : [object])),
    lost:
      first === undefined
        ? []
        : [
            {
              file: first.path,
              place: '',
              reason: `${formatCountWithNoun(lost.length, 'event')} cannot be read and ${lost.length === 1 ? 'was' : 'were'} left out`,
              severity: 'error',
            },
          ],
  }
}
