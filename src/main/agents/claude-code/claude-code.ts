import { basename, dirname, sep } from 'node:path'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import type { Agent } from '../agent.ts'
import { pickFileStem } from '../build-session-key.ts'
import { isRecord, toTextOrNull, type Fields } from '../json/fields.ts'
import type { ParsedSource } from '../parsed-source.ts'
import type { ReadSession } from '../session/build-session-task.ts'
import { pickSession } from '../session/choose-session.ts'
import { buildProjectFolderName } from './build-project-folder-name.ts'
import { readLineBlocks, buildTranscript, type Transcript } from './lines.ts'
import { readTranscript } from './read-session.ts'
import { buildSidechainHead, splitSidechains } from './sidechains.ts'
import { claudeCodeWriter, findProjectsFolder } from './write-session.ts'

/** A transcript of Claude Code: one session, maybe with its subagents in the same file, or one subagent of a session. */
export const claudeCode: Agent = {
  id: 'claude-code',
  version: 11,
  name: 'Claude Code',
  label: 'Claude Code session',
  agent: 'claude-code',
  readSessionId: ({ path }) => pickFileStem(path),
  endings: ['.jsonl'],
  // What a tool gave stands in the message once more; the rest is for the screen of the agent.
  unread: ['toolUseResult', 'data', 'snapshot'],
  recognises: ({ values }) =>
    values.some(
      (value) => isRecord(value) && (isLine(value) || (value['type'] === 'summary' && 'leafUuid' in value)),
    ),
  readLines: ({ records }, source) => {
    const { own, sidechains } = splitSidechains(records)
    if (source.session === null) {
      const isSubagent = own.every(({ value }) => value['isSidechain'] !== false)
      const transcript = buildTranscript(own)
      return {
        ...readTranscriptSession(source, transcript, isSubagent),
        parentId: isSubagent ? findParentId(source, transcript) : null,
        childIds: sidechains.map(({ key }) => key),
        subagents: sidechains.map(buildSidechainHead),
      }
    }
    const chosen = pickSession(source, sidechains, buildSidechainHead)
    return {
      ...readTranscriptSession(source, buildTranscript(chosen.records), true),
      parentId: pickFileStem(source.realPath || source.name),
      subagents: [buildSidechainHead(chosen)],
      // Damaged lines are named where the whole file is.
      problems: [],
    }
  },
  places: (machine) => [{ path: findProjectsFolder(machine) }],
  writer: claudeCodeWriter,
}

function readTranscriptSession(
  source: ParsedSource,
  transcript: Transcript,
  isSubagent: boolean,
): ReadSession {
  const { session, gaps } = readTranscript(transcript)
  const remarks = [describeGaps(gaps), isSubagent ? null : describeUnansweredCalls(transcript)]
  return {
    session,
    title: readTitle(transcript),
    workspace: readWorkspace(source, transcript),
    remarks: remarks.filter((remark) => remark !== null),
  }
}

/** Where the session was started, which its folder is named for: `cd` in a command moves the one that later lines name. */
function readWorkspace({ path }: ParsedSource, { lines }: Transcript): string | null {
  const folder = basename(dirname(path))
  const all = lines.flatMap(({ value }) => toTextOrNull(value['cwd']) ?? [])
  return all.find((one) => buildProjectFolderName(one) === folder) ?? all[0] ?? null
}

function describeGaps(gaps: number): string | null {
  if (gaps === 0) return null
  return gaps === 1
    ? '1 line follows a line that is not in the file: the line before it took its place'
    : `${gaps} lines follow lines that are not in the file: the line before each took its place`
}

/** Calls that are named; more say nothing new. */
const mostNamed = 5

/** Calls that were broken off. The last response may still get its results. */
function describeUnansweredCalls({ lines, responses }: Transcript): string | null {
  const blocks = lines.flatMap((line) => readLineBlocks(line).map((block) => ({ line, block })))
  const answered = new Set(blocks.flatMap(({ block }) => toTextOrNull(block['tool_use_id']) ?? []))
  const [last] = [...responses.keys()].slice(-1)
  const open = blocks.filter(
    ({ line, block }) =>
      block['type'] === 'tool_use' && line.responseKey !== last && !answered.has(toSafeString(block['id'])),
  )
  if (open.length === 0) return null
  const named = open
    .slice(0, mostNamed)
    .map(({ line, block }) => `${toTextOrNull(block['name']) ?? 'a call'} on line ${line.line}`)
  const more = open.length > mostNamed ? ` and ${open.length - mostNamed} more` : ''
  const which = open.length === 1 ? 'One call has' : `${open.length} calls have`
  return `${which} no result: ${named.join(', ')}${more}`
}

/** Qwen Code writes a log of the same outline with Gemini's parts. */
/** A line that is longer than what is looked at ends within its message, behind which its own id stands. */
function isLine(value: Fields): boolean {
  const isNamed = 'uuid' in value || ('isSidechain' in value && isRecord(value['message']))
  return isNamed && 'parentUuid' in value && 'sessionId' in value && !isQwen(value)
}

function isQwen({ message, systemPayload }: Fields): boolean {
  return systemPayload !== undefined || (isRecord(message) && Array.isArray(message['parts']))
}

/** The name that somebody gave the session, else the last that the agent did. */
function readTitle({ others, byUuid }: Transcript): string | null {
  const findLastText = (type: string, key: string): string | null =>
    toTextOrNull(
      others.findLast(
        ({ value }) =>
          value['type'] === type && (type !== 'summary' || byUuid.has(toSafeString(value['leafUuid']))),
      )?.value[key],
    )
  return (
    findLastText('custom-title', 'customTitle') ??
    findLastText('ai-title', 'aiTitle') ??
    findLastText('summary', 'summary')
  )
}

/** Subagents lie in a folder of the session that they belong to; older ones lie beside it, and their lines name it. */
function findParentId({ path }: ParsedSource, { lines }: Transcript): string | null {
  const folder = dirname(path)
  if (basename(folder) === 'subagents' && folder.includes(sep)) return basename(dirname(folder))
  const named = toTextOrNull(lines[0]?.value['sessionId'])
  return basename(path).startsWith('agent-') && named !== pickFileStem(path) ? named : null
}
