import { readdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Message } from '../../../shared/kernel/message.ts'
import { pickFileStem } from '../build-session-key.ts'
import { findAgentFolder, joinOn, type Machine } from '../discovery/editors.ts'
import { isRecord, toTextOrNull, type Fields } from '../json/fields.ts'
import { toContentBlocks } from '../writing/content-of.ts'
import { isAlive } from '../writing/is-alive.ts'
import { findLastTexts, parseRecordLines } from '../writing/parse-record-lines.ts'
import type { SessionDraft, SessionInput, SessionWriter } from '../writing/session-writer.ts'
import { buildProjectFolderName } from './build-project-folder-name.ts'

/**
 * Writes a transcript that `claude --resume` goes on with: one chain of lines under new ids, a block of an answer to a
 * line. Answers that were not touched keep their ids, so that nobody counts them twice.
 */
export const claudeCodeWriter: SessionWriter = {
  triedWith: null,
  carriage: { reasoning: 'signed', images: true },
  draft: draftSession,
  isOpen,
}

function draftSession(input: SessionInput): SessionDraft {
  const { task, cwd, newUuid, title } = input
  const sessionId = newUuid()
  const surroundings = {
    isSidechain: false,
    userType: 'external',
    entrypoint: 'cli',
    cwd,
    sessionId,
    // As the last line of the source that names them does.
    version: '2.0.0',
    ...findLastTexts(parseRecordLines(input.sourceText), ['version', 'gitBranch']),
  }
  let parentUuid: string | null = null
  let ts = (input.messages.find(({ ts: own }) => typeof own === 'number')?.ts ?? input.now + 1) - 1
  const writeLine = (message: Message, more: Fields): string => {
    const uuid = newUuid()
    // Each line has a time of its own, and they rise, whatever was recorded.
    ts = Math.max(ts + 1, typeof message.ts === 'number' ? message.ts : ts)
    const text = JSON.stringify({
      parentUuid,
      ...surroundings,
      ...more,
      uuid,
      timestamp: new Date(ts).toISOString(),
    })
    parentUuid = uuid
    return text
  }
  const untouched = indexAnswers(input)
  const lines = input.messages.flatMap((message) =>
    message.role === 'assistant'
      ? buildAnswerLines(message, input, untouched).map((one) => writeLine(message, one))
      : [writeLine(message, buildPromptLine(message))],
  )
  lines.push(JSON.stringify({ type: 'custom-title', customTitle: title, sessionId }))
  return {
    sessionId,
    folder: pickSessionFolder(task, cwd, input.machine),
    files: [{ name: `${sessionId}.jsonl`, text: `${lines.join('\n')}\n` }],
    commands: () => [['claude', '--resume', sessionId]],
    isListed: true,
  }
}

function buildPromptLine({ content, isBoilerplate }: Message): Fields {
  return {
    type: 'user',
    message: { role: 'user', content },
    ...(isBoilerplate === true ? { isMeta: true } : {}),
  }
}

/** Lines of one answer share its id; one that was changed has a new one. */
function buildAnswerLines(
  message: Message,
  { task, newUuid }: SessionInput,
  untouched: ReadonlyMap<string, string>,
): readonly Fields[] {
  const blocks = toContentBlocks(message)
  const own = readOriginId(message)
  const isUntouched = own !== null && untouched.get(own) === JSON.stringify(blocks)
  const id = isUntouched ? own : `msg_${newUuid().replaceAll('-', '')}`
  return blocks.map((block, index) => ({
    type: 'assistant',
    message: {
      id,
      type: 'message',
      role: 'assistant',
      model: task.model ?? 'claude',
      content: [block],
      stop_reason:
        index < blocks.length - 1
          ? null
          : blocks.some(({ type }) => type === 'tool_use')
            ? 'tool_use'
            : 'end_turn',
      stop_sequence: null,
      usage: nothingUsed,
    },
  }))
}

/** Answers of the source by their ids, as text to compare with. */
function indexAnswers({ task }: SessionInput): ReadonlyMap<string, string> {
  return new Map(
    task.messages.flatMap((message) => {
      const id = readOriginId(message)
      return id === null ? [] : [[id, JSON.stringify(toContentBlocks(message))] as const]
    }),
  )
}

function readOriginId({ origin }: Message): string | null {
  const id = isRecord(origin) ? toTextOrNull(origin['id']) : null
  return id?.startsWith('msg_') === true ? id : null
}

/** The copy has cost nothing yet. */
const nothingUsed = {
  input_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 0,
}

/**
 * The folder that the original lies in where that is Claude Code's own and the agent goes on in the same place, else that
 * of the working folder: it looks for a session by where it is started.
 */
function pickSessionFolder({ path, workspace }: SessionInput['task'], cwd: string, machine: Machine): string {
  const projects = findProjectsFolder(machine)
  const own = dirname(path)
  if (dirname(own) === projects && cwd === workspace) return own
  return joinOn(machine, projects, buildProjectFolderName(cwd))
}

const claudeFolder = { variable: 'CLAUDE_CONFIG_DIR', usual: '.claude' }

/** The folder in which Claude Code keeps its sessions, in a folder for each working directory. */
export function findProjectsFolder(machine: Machine): string {
  return findAgentFolder(machine, claudeFolder, 'projects')
}

/** Each running Claude Code names its session in a file of its own. */
async function isOpen(path: string, machine: Machine): Promise<boolean> {
  const folder = findAgentFolder(machine, claudeFolder, 'sessions')
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const text = await readFile(joinOn(machine, folder, name), 'utf8').catch(() => '')
    const [record] = parseRecordLines(text)
    if (
      toTextOrNull(record?.['sessionId']) === pickFileStem(path) &&
      isAlive(Number(name.replace('.json', '')))
    )
      return true
  }
  return false
}
