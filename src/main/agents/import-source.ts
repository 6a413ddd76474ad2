import { formatCountWithNoun } from '../../shared/kernel/format-count-with-noun.ts'
import type { Agent } from './agent.ts'
import { agents } from './agents.ts'
import { buildNoHistoryFailure } from './build-no-history-failure.ts'
import { buildSessionKey } from './build-session-key.ts'
import { logHint } from './database.ts'
import { dropRepeatedRecords } from './drop-repeated-records.ts'
import type { FileHead } from './file-head.ts'
import { ImportFailure } from './import-failure.ts'
import type { ImportLimits } from './import-limits.ts'
import type { ImportedTask } from './imported-task.ts'
import { isRecord } from './json/fields.ts'
import { describeKeys, findLookAlike } from './look-alikes.ts'
import { isDatabase } from './packed-file.ts'
import { parseSource, type ParsedSource } from './parsed-source.ts'
import { buildSessionTask, type ReadSession } from './session/build-session-task.ts'
import { EndlessHistory } from './session/endless-history.ts'
import type { Source } from './source-file.ts'

function isChatRecord(source: ParsedSource): boolean {
  const [file] = source.files
  const first = file ? source.json(file).items[0]?.value : undefined
  return isRecord(first) && (first['type'] === 'say' || first['type'] === 'ask')
}

/** What the elements of a file are instead of messages: how many, and the first few. */
function describeFaults(source: ParsedSource): string {
  const [file] = source.files
  const count = file === undefined ? 0 : source.json(file).items.length
  if (file === undefined || count === 0) return ''
  const first = source
    .messages(file)
    .problems.filter(({ place }) => place !== '')
    .slice(0, 3)
    .map(({ place, reason }) => `${place}: ${reason.replace(' (left out)', '')}`)
  return `: it has ${formatCountWithNoun(count, 'element')} (${first.join('; ')}${count > first.length ? '; …' : ''})`
}

/** What the first of several lines of JSON has; null for a file that is anything else. */
function describeJsonLines({ values }: FileHead): string | null {
  const [first, second] = values
  return isRecord(first) && isRecord(second) ? describeKeys(first) : null
}

/** What an object has instead of messages. */
function describeFields(source: ParsedSource): string {
  const [file] = source.files
  const object = file === undefined ? null : source.json(file).object
  return object === null ? '' : `: it is an object with ${describeKeys(object)}`
}

function failUnrecognised(source: ParsedSource): never {
  const where = source.path || source.name
  const [file] = source.files
  if (source.kind === 'folder')
    throw buildNoHistoryFailure({ name: source.name, where, files: source.files.length })
  const head = source.head()
  if (head !== null && isDatabase(head.bytes)) {
    throw new ImportFailure({
      code: 'unknown-format',
      message: `${source.name} is a database in which no sessions of an agent can be recognised`,
      where,
      hint:
        logHint(source.realPath) ??
        'It belongs to another program, or to a version of the agent that stores its sessions in another way.',
    })
  }
  if (isChatRecord(source)) {
    throw new ImportFailure({
      code: 'history-missing',
      message: `${source.name} is the record of the chat window, not the history`,
      where,
      hint: 'Open the whole task folder, or api_conversation_history.json in it.',
    })
  }
  const known = head === null ? null : findLookAlike(head)
  if (known !== null)
    throw new ImportFailure({
      code: 'unknown-format',
      message: `${source.name} ${known.what}`,
      where,
      hint: known.hint,
    })
  const lines = head === null ? null : describeJsonLines(head)
  if (lines !== null)
    throw new ImportFailure({
      code: 'unknown-format',
      message: `${source.name} holds lines of JSON that are of no format that Dewpoint reads: the first has ${lines}`,
      where,
      hint: 'Open the file that the agent itself keeps: `dewpoint discover` lists where. Messages with role and content, a line each or as a JSON array, are read too.',
    })
  const problems = file ? source.json(file).problems : []
  const [problem] = problems
  const found = problem ? `: ${problem.reason}${problem.place ? ` (${problem.place})` : ''}` : ''
  throw new ImportFailure({
    code: problem ? 'unreadable' : 'unknown-format',
    message: problem
      ? `${source.name} cannot be read${found}`
      : `${source.name} holds no messages that can be recognised${describeFaults(source) || describeFields(source)}`,
    where,
    hint: 'A history is a JSON array of messages with role and content, or an object with such an array as messages.',
    problems,
  })
}

/** Finds the agent of what was gathered and reads it. Throws `ImportFailure`. */
export async function importSource(gathered: Source, limits: ImportLimits): Promise<ImportedTask> {
  const source = parseSource(gathered, limits)
  const agent = findSourceAgent(source) ?? failUnrecognised(source)
  const task = await readAs(agent, source)
  const { path, realPath, name, session } = source
  const key = buildSessionKey(agent, { path: realPath || path || name, session, head: source.head() })
  return key === null ? task : { ...task, sessionKey: key }
}

/** Reads what was gathered as a file of one agent, whatever it looks like. Throws `ImportFailure`. */
export async function readAs(agent: Agent, source: ParsedSource): Promise<ImportedTask> {
  try {
    if ('readTask' in agent) return await agent.readTask(source)
    return buildSessionTask(source, agent, await readSession(agent, source))
  } catch (error) {
    if (!(error instanceof EndlessHistory)) throw error
    throw new ImportFailure({
      code: 'too-large',
      message: `${source.name} cannot be read: its history changes so often, and so much of it, that what each request sent cannot be followed`,
      where: source.path || source.name,
      hint: 'The file was left as it is. It may be damaged, or was made to keep a machine busy.',
    })
  }
}

async function readSession(
  agent: Exclude<Agent, { readTask: unknown }>,
  source: ParsedSource,
): Promise<ReadSession> {
  if ('readSession' in agent) return agent.readSession(source)
  const lines = dropRepeatedRecords(source.lines(source.only()), source.only().name)
  return { problems: lines.problems, ...(await agent.readLines(lines, source)) }
}

/** The agent of what was gathered; null where none knows it. Throws `ImportFailure` for a database that cannot be read. */
export function findSourceAgent(source: ParsedSource): Agent | null {
  return agents.find((one) => matchesSource(one, source)) ?? null
}

function matchesSource({ recognises, detect, isTaskFolder }: Agent, source: ParsedSource): boolean {
  if (detect !== undefined) return detect(source)
  const head = source.head()
  return head !== null && isTaskFolder === undefined && recognises(head)
}
