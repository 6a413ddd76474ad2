import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import { isDeeperThan } from '../../../shared/kernel/json-values.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import type { Agent, SessionHead } from '../agent.ts'
import { readArchive, type Archive } from '../archive.ts'
import { buildLosses } from '../database-tables.ts'
import { extractFirstLine } from '../details/extract-first-line.ts'
import { combineScoreOutcomes } from '../details/task-outcome.ts'
import type { FileHead } from '../file-head.ts'
import { ImportFailure } from '../import-failure.ts'
import { isRecord, readNestedFields, readRecordList, toTimeOrNull, type Fields } from '../json/fields.ts'
import { isArchive } from '../packed-file.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { chooseSession, pickSession } from '../session/choose-session.ts'
import { readSample } from './read-session.ts'
import {
  buildChunkedSample,
  buildSampleKey,
  sampleKey,
  readWholeSample,
  sampleTitle,
  type Sample,
} from './sample.ts'

/** The first file in an archive of Inspect. */
const ownEntry = /(?:_journal|samples)\/[^/]|(?:header|summaries|reductions)\.json/
/** A sample in one file, or in files of its own folder. */
const sampleEntry = /^samples\/(.+)_epoch_(\d+)(?:\.json|\/sample\.json)$/s

/** A log of an evaluation by Inspect, of which each sample is a session. */
export const inspectEval: Agent = {
  id: 'inspect-eval',
  version: 4,
  name: 'Inspect',
  label: 'Inspect sample',
  endings: ['.eval', '.json'],
  recognises: (head) => isOwnArchive(head) || isLog(head),
  agent: 'inspect',
  sessions: { canHoldSeveral: () => true, list: listSampleHeads },
  readSession: async (source) => {
    const sample = await readChosenSample(source)
    const { session, unknownRefs } = readSample(sample, {
      input: source.limits.fileBytes,
      // A log repeats with each call what was sent before it.
      inputs: 4 * source.limits.fileBytes,
      refuse: () => failLong(source),
    })
    const lost = `${formatCountWithNoun(unknownRefs, 'reference')} to messages that are not in the file ${unknownRefs === 1 ? 'was' : 'were'} left out`
    return {
      session,
      title: sampleTitle(sample),
      outcome: combineScoreOutcomes(sample.scores),
      problems: [
        ...(isZip(source) ? [] : source.json(source.only()).problems),
        ...(unknownRefs === 0 ? [] : buildLosses(source, source.session ?? '', [lost])),
      ],
    }
  },
}

function isZip(source: ParsedSource): boolean {
  return isArchive(source.head()?.bytes)
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
    typeof readNestedFields(first, 'eval')['task'] === 'string' &&
    ('samples' in first || 'plan' in first || 'status' in first)
  )
}

async function listSampleHeads(source: ParsedSource): Promise<readonly SessionHead[]> {
  return isZip(source)
    ? readFromArchive(source, readArchiveHeads)
    : readSamples(source).map((sample) => buildSampleHead(sample, sample))
}

async function readChosenSample(source: ParsedSource): Promise<Sample> {
  if (isZip(source)) return readFromArchive(source, (archive) => readArchiveSample(archive, source))
  const samples = readSamples(source).map((sample) => ({ key: buildSampleKey(sample), sample }))
  return readWholeSample(pickSession(source, samples, ({ sample }) => buildSampleHead(sample, sample)).sample)
}

function readSamples(source: ParsedSource): readonly Fields[] {
  const { object } = source.json(source.only())
  // A log holds samples, and a sample holds events.
  return readRecordList(object?.['samples']).filter((sample) => !isDeeperThan(sample, source.limits.depth))
}

function readFromArchive<Value>(
  source: ParsedSource,
  read: (archive: Archive) => Promise<Value>,
): Promise<Value> {
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
function findSampleEntries({ names }: Archive): ReadonlyMap<string, string> {
  return new Map(
    names.flatMap((name) => {
      const found = sampleEntry.exec(name)
      return found === null ? [] : [[sampleKey(found[1] ?? '', Number(found[2])), name] as const]
    }),
  )
}

async function readArchiveHeads(archive: Archive): Promise<readonly SessionHead[]> {
  // Titles are worth no failure.
  const summaries = await archive.json('summaries.json').catch(() => null)
  const header = await archive.json('header.json').catch(() => null)
  const byKey = new Map(readRecordList(summaries).map((summary) => [buildSampleKey(summary), summary]))
  const ended = isRecord(header) ? toTimeOrNull(readNestedFields(header, 'stats')['completed_at']) : null
  return [...findSampleEntries(archive)].map(([key, name]): SessionHead => {
    const summary = byKey.get(key)
    return {
      ...(summary === undefined ? { key, title: null, lastActivityTs: null } : buildSampleHead(summary, {})),
      key,
      stamp: archive.readStamp(name),
      lastActivityTs: toTimeOrNull(summary?.['completed_at']) ?? ended,
    }
  })
}

async function readArchiveSample(archive: Archive, source: ParsedSource): Promise<Sample> {
  const entries = findSampleEntries(archive)
  const all = source.session !== null && entries.has(source.session) ? [] : await readArchiveHeads(archive)
  const key = chooseSession(source, { has: (wanted) => entries.has(wanted), all: () => all })
  const name = entries.get(key) ?? ''
  const value = await archive.json(name)
  if (!isRecord(value) || isDeeperThan(value, source.limits.depth)) return failDeep(source)
  if (!name.endsWith('/sample.json')) return readWholeSample(value)
  const folder = name.slice(0, -'sample.json'.length)
  const [messages, events, attachments] = [
    await readArchiveList(archive, `${folder}messages/`),
    await readArchiveList(archive, `${folder}events/`),
    await readArchiveList(archive, `${folder}attachments/`),
  ]
  if (isDeeperThan([messages, events], source.limits.depth)) return failDeep(source)
  return buildChunkedSample(value, { messages, events, attachments })
}

/** A list whose pieces are files, each named by the place of its first element. */
async function readArchiveList(archive: Archive, folder: string): Promise<readonly unknown[]> {
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

function buildSampleHead(sample: Fields, whole: Fields): SessionHead {
  const events = readRecordList(whole['events'])
  return {
    key: buildSampleKey(sample),
    title: extractFirstLine(sampleTitle(readWholeSample({ ...sample, events: [], messages: [] }))) || null,
    stamp: toSafeString(events.length),
    lastActivityTs: toTimeOrNull(sample['completed_at']) ?? toTimeOrNull(events.at(-1)?.['timestamp']),
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
