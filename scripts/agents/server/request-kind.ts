import type { RequestView } from './protocol.ts'

/** Purpose of a request: a turn of the session, a summary of it, or anything else that agents ask on the side. */
export type RequestKind = 'turn' | 'summary' | 'other'

/** How each agent asks for a summary. */
const summaryRequests: readonly Readonly<{ of: string; at: 'system' | 'asked'; pattern: RegExp }>[] = [
  { of: 'OpenCode', at: 'system', pattern: /^You are a context summarization agent/ },
  { of: 'Codex', at: 'asked', pattern: /CONTEXT CHECKPOINT COMPACTION/ },
  { of: 'Gemini CLI', at: 'asked', pattern: /^Generate a new <state_snapshot>/ },
  {
    of: 'Gemini CLI, once a summary is there',
    at: 'asked',
    pattern: /generate the updated <state_snapshot>\.$/,
  },
  {
    of: 'Gemini CLI, checking its summary',
    at: 'asked',
    pattern: /repeat the exact same <state_snapshot> again/,
  },
  { of: 'Qwen Code', at: 'asked', pattern: /produce the <state_snapshot> XML/ },
  { of: 'Cline', at: 'system', pattern: /^Summarize the provided coding session/ },
  { of: 'pi', at: 'system', pattern: /^You are a context summarization assistant/ },
]

/** Tells the purpose of a request from its words. */
export function kindOf(view: RequestView): RequestKind {
  if (summaryRequests.some(({ at, pattern }) => pattern.test(view[at]))) return 'summary'
  // Qwen Code keeps a memory of its own beside the session.
  if (view.tools.length === 0 || view.system.includes('managed memory extraction')) return 'other'
  return 'turn'
}
