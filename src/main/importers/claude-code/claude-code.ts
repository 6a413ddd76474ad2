import { textOf } from '../json/fields.ts'
import { basename, dirname, sep } from 'node:path'
import { joinOn } from '../discovery/editors.ts'
import type { ImportFormat } from '../format.ts'
import { isRecord } from '../json/read-json.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { stemOf } from '../session-key.ts'
import { sessionTask } from '../session/session-task.ts'
import { transcriptOf, type Transcript } from './lines.ts'
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
      problems:
        session.gaps === 0
          ? []
          : [
              {
                file: file.name,
                place: '',
                reason: `${session.gaps} lines follow lines that are not in the file; the line before each took its place`,
                severity: 'warning',
              },
            ],
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
