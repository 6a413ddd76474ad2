import { basename, dirname } from 'node:path'
import { computeSha256 } from '../../platform/files/compute-sha256.ts'
import { findAgentFolder, joinOn, type Machine } from '../discovery/editors.ts'
import { toContentBlocks, buildRisingTimes, mapToolsByCall } from '../writing/content-of.ts'
import type { SessionDraft, SessionInput, SessionWriter } from '../writing/session-writer.ts'
import { buildGeminiParts } from './build-gemini-parts.ts'

/** Writes a chat that `gemini --session-file` begins a session of its own with; the file stays as it is. */
export const geminiCliWriter: SessionWriter = {
  triedWith: '0.61.0',
  // Early chats of Qwen Code are of the same form.
  refuses: ['qwen-code'],
  // Thoughts are shown and never sent. A user message that begins in one of these ways is left out when it resumes,
  // whatever else it holds (`convertSessionToClientHistory`).
  carriage: {
    reasoning: 'none',
    images: 'inline',
    renews: /^\s*<(?:session|hook)_context>/,
    skips: /^\s*[/?]/,
  },
  draft: draftSession,
}

function draftSession(input: SessionInput): SessionDraft {
  const { messages, task, cwd, newUuid, now, machine, title } = input
  const sessionId = newUuid()
  const tools = mapToolsByCall(messages)
  const times = buildRisingTimes(messages, now)
  const formatTime = (ts: number): string => new Date(ts).toISOString()
  const head = {
    sessionId,
    projectHash: computeSha256(cwd),
    startTime: formatTime(now),
    lastUpdated: formatTime(now),
    kind: 'main',
    summary: title,
  }
  const model = task.model === null ? {} : { model: task.model }
  const lines = messages.map((message, at) => ({
    id: newUuid(),
    timestamp: formatTime(times[at] ?? now),
    type: message.role === 'assistant' ? 'gemini' : 'user',
    content: buildGeminiParts(toContentBlocks(message), tools),
    ...(message.role === 'assistant' ? model : {}),
  }))
  const own = findOwnFolder(task.path, machine)
  const minute = formatTime(now).slice(0, 16).replaceAll(':', '-')
  const text = [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('')
  return {
    sessionId,
    folder: own ?? joinOn(machine, findGeminiRoot(machine), head.projectHash, 'chats'),
    files: [{ name: `session-${minute}-${sessionId.slice(0, 8)}.jsonl`, text }],
    commands: (file) => [['gemini', '--session-file', file]],
    isListed: own !== null && cwd === task.workspace,
  }
}

/** The folder in which Gemini CLI keeps its chats, in a folder for each project. */
export function findGeminiRoot(machine: Machine): string {
  return findAgentFolder(machine, { variable: 'GEMINI_CLI_HOME', usual: '' }, '.gemini', 'tmp')
}

/** The folder of the project that the original lies in, where that is Gemini CLI's own: its name is drawn, not derived. */
function findOwnFolder(path: string, machine: Machine): string | null {
  const chats = dirname(path)
  return basename(chats) === 'chats' && dirname(dirname(chats)) === findGeminiRoot(machine) ? chats : null
}
