import { countOf } from '../../../shared/lib/count-of.ts'
import { isDeeperThan } from '../../../shared/lib/json-values.ts'
import { readArchive, type Archive } from '../archive.ts'
import { firstLine } from '../details/first-line.ts'
import { outcomeOfScores } from '../details/task-outcome.ts'
import type { FileHead } from '../file-head.ts'
import type { ImportFormat, SessionHead } from '../format.ts'
import { ImportFailure } from '../import-failure.ts'
import { fieldsAt, timeOf, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { isArchive } from '../packed-file.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { recordsOf } from '../requests/blocks.ts'
import { chooseSession } from '../session/choose-session.ts'
import { sessionTask } from '../session/session-task.ts'
import { readSample } from './read-session.ts'
import { chunkedSample, keyOfSample, sampleKey, sampleOf, sampleTitle, type Sample } from './sample.ts'
import { stringOf } from '../../../shared/lib/string-of.ts'

/** The first file in an archive of Inspect. */
const ownEntry = /(?:_journal|samples)\/[^/]|(?:header|summaries|reductions)\.json/
/** A sample in one file, or in files of its own folder. */
const sampleEntry = /^samples\/(.+)_epoch_(\d+)(?:\.json|\/sample\.json)$/s

/** A log of an evaluation by Inspect, of which each sample is a session. */
export const inspectEval: ImportFormat = {
  id: 'inspect-eval',
  version: 3,
  label: 'Inspect sample',
  endings: ['.eval', '.json'],
  recognises: (head) => isOwnArchive(head) || isLog(head),
  agent: 'inspect',
  sessions: { isIn: () => true, list: heads },
  read: async (source) => {
    const sample = await chosenSample(source)
    const session = readSample(sample, {
      input: source.limits.fileBytes,
      // A log repeats with each call what was sent before it.
      inputs: 4 * source.limits.fileBytes,
      refuse: () => failLong(source),
    })
    const { unknownRefs } = session
    const outcome = outcomeOfScores(sample.scores)
    const task = sessionTask(source, {
      format: 'inspect-eval',
      agent: 'inspect',
      session,
      reading: { problems: isZip(source) ? [] : source.json(source.only()).problems },
      title: sampleTitle(sample),
      workspace: null,
      relations: { parentId: null, childIds: [] },
      problems:
        unknownRefs === 0
          ? []
          : [
              {
                file: source.only().name,
                place: source.session ?? '',
                reason: `${countOf(unknownRefs, 'reference')} to messages that are not in the file ${unknownRefs === 1 ? 'was' : 'were'} left out`,
                severity: 'error',
              },
            ],
    })
    return outcome === undefined ? task : { ...task, outcome }
  },
}

function isZip(source: ParsedSource): boolean {
  return isArchive(source.head()?.bytes ?? new Uint8Array())
}

/** Of an archive that is about to be read only its first bytes are at hand. */
function isOwnArchive({ name, bytes }: FileHead): boolean {
  if (!isArchive(bytes) || !name.toLowerCase().endsWith('.eval')) return false
  // Behind the 30 bytes of a header stands the name of the first file; in a drop they have become more.
  return bytes.length <= 30 || ownEntry.test(Buffer.from(bytes.subarray(30, 100)).toString('latin1'))
}

function isLog({ values: [first] }: FileHead): boolean {
  return (
    isRecord(first) &&
    typeof fieldsAt(first, 'eval')['task'] === 'string' &&
    ('samples' in first || 'plan' in first || 'status' in first)
  )
}

async function heads(source: ParsedSource): Promise<readonly SessionHead[]> {
  return isZip(source)
    ? inArchive(source, headsIn)
    : samplesIn(source).map((sample) => headOf(sample, sample))
}

async function chosenSample(source: ParsedSource): Promise<Sample> {
  if (isZip(source)) return inArchive(source, (archive) => sampleIn(archive, source))
  const samples = samplesIn(source)
  const key = chooseSession(source, {
    has: (wanted) => samples.some((sample) => keyOfSample(sample) === wanted),
    all: () => samples.map((sample) => headOf(sample, sample)),
  })
  const found = samples.find((sample) => keyOfSample(sample) === key)
  return found === undefined ? failDeep(source) : sampleOf(found)
}

function samplesIn(source: ParsedSource): readonly Fields[] {
  const { object } = source.json(source.only())
  // A log holds samples, and a sample holds events.
  return recordsOf(object?.['samples']).filter((sample) => !isDeeperThan(sample, source.limits.depth))
}

function inArchive<Value>(source: ParsedSource, read: (archive: Archive) => Promise<Value>): Promise<Value> {
  if (source.realPath === '')
    throw new ImportFailure({
      code: 'unreadable',
      message: `${source.name} is an archive, which can only be read where it lies`,
      where: source.name,
      hint: 'Choose the file by its path, or its folder, instead of dropping it.',
    })
  return readArchive(source.realPath, { bytes: source.limits.fileBytes }, read)
}

/** Keys of the samples in an archive, each with the name of its file. */
function entriesIn({ names }: Archive): ReadonlyMap<string, string> {
  return new Map(
    names.flatMap((name) => {
      const found = sampleEntry.exec(name)
      return found === null ? [] : [[sampleKey(found[1] ?? '', Number(found[2])), name] as const]
    }),
  )
}

async function headsIn(archive: Archive): Promise<readonly SessionHead[]> {
  // Titles are worth no failure.
  const summaries = await archive.json('summaries.json').catch(() => null)
  const header = await archive.json('header.json').catch(() => null)
  const byKey = new Map(recordsOf(summaries).map((summary) => [keyOfSample(summary), summary]))
  const ended = isRecord(header) ? timeOf(fieldsAt(header, 'stats')['completed_at']) : null
  return [...entriesIn(archive)].map(([key, name]): SessionHead => {
    const summary = byKey.get(key)
    return {
      ...(summary === undefined ? { key, title: null, lastActivityTs: null } : headOf(summary, {})),
      key,
      stamp: archive.stampOf(name),
      lastActivityTs: timeOf(summary?.['completed_at']) ?? ended,
    }
  })
}

async function sampleIn(archive: Archive, source: ParsedSource): Promise<Sample> {
  const entries = entriesIn(archive)
  const all = source.session !== null && entries.has(source.session) ? [] : await headsIn(archive)
  const key = chooseSession(source, { has: (wanted) => entries.has(wanted), all: () => all })
  const name = entries.get(key) ?? ''
  const value = await archive.json(name)
  if (!isRecord(value) || isDeeperThan(value, source.limits.depth)) return failDeep(source)
  if (!name.endsWith('/sample.json')) return sampleOf(value)
  const folder = name.slice(0, -'sample.json'.length)
  const [messages, events, attachments] = [
    await listIn(archive, `${folder}messages/`),
    await listIn(archive, `${folder}events/`),
    await listIn(archive, `${folder}attachments/`),
  ]
  if (isDeeperThan([messages, events], source.limits.depth)) return failDeep(source)
  return chunkedSample(value, { messages, events, attachments })
}

/** A list whose pieces are files, each named by the place of its first element. */
async function listIn(archive: Archive, folder: string): Promise<readonly unknown[]> {
  const starts = archive.names
    .filter((name) => name.startsWith(folder) && /^\d+\.json$/.test(name.slice(folder.length)))
    .map((name) => ({ name, start: Number(name.slice(folder.length, -'.json'.length)) }))
    .toSorted((a, b) => a.start - b.start)
  const list: unknown[] = []
  for (const { name } of starts) {
    const piece = await archive.json(name)
    if (Array.isArray(piece)) for (const one of piece) list.push(one)
  }
  return list
}

function headOf(sample: Fields, whole: Fields): SessionHead {
  const events = recordsOf(whole['events'])
  return {
    key: keyOfSample(sample),
    title: firstLine(sampleTitle(sampleOf({ ...sample, events: [], messages: [] }))) || null,
    stamp: stringOf(events.length),
    lastActivityTs: timeOf(sample['completed_at']) ?? timeOf(events.at(-1)?.['timestamp']),
  }
}

function failDeep(source: ParsedSource): never {
  throw new ImportFailure({
    code: 'unreadable',
    message: `${source.name} holds no such sample that can be read`,
    where: source.path || source.name,
    hint: 'The file was left as it is. It may be damaged.',
  })
}

function failLong(source: ParsedSource): never {
  throw new ImportFailure({
    code: 'too-large',
    message: `A sample of ${source.name} refers to its texts so often that it is larger than any file may be`,
    where: source.path || source.name,
    hint: 'The file was left as it is. It may have been made to take a machine down.',
  })
}
