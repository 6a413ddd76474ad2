import { textOf } from '../json/fields.ts'
import { basename, dirname, sep } from 'node:path'
import type { ImportProblem } from '../../../shared/domain/task.ts'
import { joinOn } from '../discovery/editors.ts'
import type { ImportFormat } from '../format.ts'
import { isRecord } from '../json/read-json.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { stemOf } from '../session-key.ts'
import { sessionTask } from '../session/session-task.ts'
import { blocksOf, transcriptOf, type Transcript } from './lines.ts'
import { readTranscript } from './read-session.ts'

/** A transcript of Claude Code: one session, or one subagent of a session. */
export const claudeCode: ImportFormat = {
  id: 'claude-code',
  version: 3,
  label: 'Claude Code session',
  agent: 'claude-code',
  idOf: ({ path }) => stemOf(path),
  endings: ['.jsonl'],
  recognises: ({ values }) =>
    values.some(
      (value) =>
        isRecord(value) &&
        (('uuid' in value && 'parentUuid' in value && 'sessionId' in value && !isQwen(value)) ||
          (value['type'] === 'summary' && 'leafUuid' in value)),
    ),
  read: (source) => {
    const file = source.only()
    const reading = source.lines(file)
    const isSubagent = reading.records.every(({ value }) => value['isSidechain'] !== false)
    const transcript = transcriptOf(reading.records, (value) => isSubagent || value['isSidechain'] !== true)
    const session = readTranscript(transcript)
    return sessionTask(source, {
      format: 'claude-code',
      agent: 'claude-code',
      session,
      reading,
      title: titleOf(transcript),
      workspace: lastText(transcript, 'cwd'),
      relations: { parentId: isSubagent ? parentOf(source, transcript) : null, childIds: [] },
      problems: [gapsIn(session.gaps), ...(isSubagent ? [] : [unansweredIn(transcript)])].flatMap(
        (reason): ImportProblem[] =>
          reason === null ? [] : [{ file: file.name, place: '', reason, severity: 'warning' }],
      ),
    })
  },
  places: (machine) => [
    {
      agent: 'Claude Code',
      editor: null,
      path: joinOn(
        machine,
        machine.environment['CLAUDE_CONFIG_DIR'] || joinOn(machine, machine.home, '.claude'),
        'projects',
      ),
      holds: { kind: 'files', endings: ['.jsonl'] },
    },
  ],
}

function gapsIn(gaps: number): string | null {
  if (gaps === 0) return null
  return gaps === 1
    ? '1 line follows a line that is not in the file; the line before it took its place'
    : `${gaps} lines follow lines that are not in the file; the line before each took its place`
}

/** Calls that are named; more say nothing new. */
const mostNamed = 5

/** Calls that were broken off. The last response may still get its results. */
function unansweredIn({ lines, responses }: Transcript): string | null {
  const blocks = lines.flatMap((line) => blocksOf(line).map((block) => ({ line, block })))
  const answered = new Set(blocks.flatMap(({ block }) => textOf(block['tool_use_id']) ?? []))
  const [last] = [...responses.keys()].slice(-1)
  const open = blocks.filter(
    ({ line, block }) =>
      block['type'] === 'tool_use' && line.messageId !== last && !answered.has(String(block['id'])),
  )
  if (open.length === 0) return null
  const named = open
    .slice(0, mostNamed)
    .map(({ line, block }) => `${textOf(block['name']) ?? 'a call'} on line ${line.line}`)
  const more = open.length > mostNamed ? ` and ${open.length - mostNamed} more` : ''
  const which = open.length === 1 ? 'One call has' : `${open.length} calls have`
  return `${which} no result: ${named.join(', ')}${more}`
}

/** Qwen Code writes a log of the same outline with Gemini's parts. */
function isQwen({ message, systemPayload }: Readonly<Record<string, unknown>>): boolean {
  return systemPayload !== undefined || (isRecord(message) && Array.isArray(message['parts']))
}

/** The name that somebody gave the session, else the last that the agent did. */
function titleOf({ others, byUuid }: Transcript): string | null {
  const last = (type: string, key: string): string | null =>
    textOf(
      others.findLast(
        ({ value }) =>
          value['type'] === type && (type !== 'summary' || byUuid.has(String(value['leafUuid']))),
      )?.value[key],
    )
  return last('custom-title', 'customTitle') ?? last('ai-title', 'aiTitle') ?? last('summary', 'summary')
}

function lastText({ lines }: Transcript, key: string): string | null {
  return textOf(lines.findLast(({ value }) => textOf(value[key]) !== null)?.value[key])
}

/** Subagents lie in a folder of the session that they belong to; older ones lie beside it, and their lines name it. */
function parentOf({ path }: ParsedSource, { lines }: Transcript): string | null {
  const folder = dirname(path)
  if (basename(folder) === 'subagents' && folder.includes(sep)) return basename(dirname(folder))
  const named = textOf(lines[0]?.value['sessionId'])
  return basename(path).startsWith('agent-') && named !== stemOf(path) ? named : null
}
