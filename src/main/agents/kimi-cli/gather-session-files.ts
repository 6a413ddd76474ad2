import { basename, dirname } from 'node:path'
import { append } from '../../../shared/kernel/append.ts'
import type { ImportProblem } from '../../../shared/library/task-types.ts'
import { pickFileStem } from '../build-session-key.ts'
import type { LineRecord } from '../json-lines.ts'
import { isRecord, type Fields } from '../json/fields.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { isRotated, pickSubagentName } from './names.ts'

/** What stood in the file of a session for a while: until a compaction, until it was cleared or set back, or until now. */
export type Generation = Readonly<{
  records: readonly LineRecord[]
  /** Whether its lines are those of the file that was opened. */
  isOwn: boolean
}>

export type SessionFiles = Readonly<{
  /** The oldest first. */
  generations: readonly Generation[]
  /** What its log of events says, with times and usage; nothing in old versions. */
  log: readonly LineRecord[]
  /** What was set for it: its name, or as whom a subagent was started. */
  state: Fields
  childIds: readonly string[]
  problems: readonly ImportProblem[]
}>

/** Gathers the files that a session is made of; all but the one that was opened may be missing. */
export async function gatherSessionFiles(source: ParsedSource): Promise<SessionFiles> {
  const file = source.only()
  const names = await source.beside.names('.')
  const own = source.lines(file)
  const problems: ImportProblem[] = [...own.problems]
  const readFileLines = async (name: string): Promise<readonly LineRecord[]> => {
    const beside = names.includes(name) ? await source.beside.read(name) : null
    if (beside === null) return []
    const reading = source.lines(beside)
    append(problems, [...beside.problems, ...reading.problems])
    return reading.records
  }
  const generations: Generation[] = []
  for (const name of selectRotatedFiles(pickFileStem(file.name), names))
    generations.push({ records: await readFileLines(name), isOwn: false })
  const isInFolder = pickFileStem(file.name) === 'context'
  return {
    generations: [...generations, { records: own.records, isOwn: true }],
    log: isInFolder ? await readFileLines('wire.jsonl') : [],
    state: isInFolder ? await readSessionState(source, names) : {},
    childIds: isInFolder ? await findSubagents(source, names) : [],
    problems,
  }
}

/** Files that were moved out of the way, numbered from 1. */
function selectRotatedFiles(stem: string, names: readonly string[]): readonly string[] {
  const readFileNumber = (name: string): number => Number(/_(\d+)$/.exec(pickFileStem(name))?.[1])
  return names
    .filter((name) => isRotated(name) && pickFileStem(name).replace(/_\d+$/, '') === stem)
    .toSorted((a, b) => readFileNumber(a) - readFileNumber(b))
}

/** Of the three that there may be, a session has the first, one of an older version the second, and a subagent the third. */
async function readSessionState(source: ParsedSource, names: readonly string[]): Promise<Fields> {
  const found: Fields[] = []
  for (const name of ['state.json', 'metadata.json', 'meta.json'])
    if (names.includes(name)) found.push(await readObjectFile(source, name))
  return found.reduceRight<Fields>((all, own) => ({ ...all, ...own }), {})
}

/** The object that a file beside a session holds; an empty one where there is none. */
export async function readObjectFile(source: ParsedSource, path: string): Promise<Fields> {
  const file = await source.beside.read(path)
  const object = file === null ? null : source.json(file).object
  return isRecord(object) ? object : {}
}

/** Subagents have folders of their own; those of older versions have files beside the session. */
async function findSubagents(source: ParsedSource, names: readonly string[]): Promise<readonly string[]> {
  const folder = basename(dirname(source.realPath || source.path))
  const older = names.flatMap((name) => {
    const number = isRotated(name) ? null : pickSubagentName(name)
    return number === null || folder === '' ? [] : [`${folder}${number}`]
  })
  return [...(await source.beside.names('subagents')), ...older].toSorted()
}
