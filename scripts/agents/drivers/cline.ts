import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { sentForms } from '../../../src/main/agents/testing/sent-items.ts'
import type { Message } from '../../../src/shared/kernel/message.ts'
import type { Settings } from '../../../src/shared/methods/provider-types.ts'
import type { Driver, Stage } from '../agent.ts'
import type { Histories, TurnBefore } from '../compare-arm.ts'
import type { Difference } from '../compare-requests.ts'
import { waitUntil } from '../process.ts'
import { turns, type Act } from '../scenario.ts'
import { openAiChat } from '../server/open-ai-chat.ts'
import { recordOf, recordsOf } from '../server/protocol.ts'
import type { ToolUse } from '../server/script.ts'
import { openTerminal } from '../terminal.ts'
import { oneFile } from './one-file.ts'

const window = 48_000
const maxTokens = 8000
const provider = 'openai-compatible'

/** Cline condenses at nine tenths of its window. It resumes a session, and takes its command, in a terminal only. */
export const cline: Driver = {
  protocol: openAiChat,
  limit: window * 0.9,
  useTool,
  settings: (url) => ({
    '.cline/data/settings/providers.json': {
      version: 1,
      lastUsedProvider: provider,
      modes: {},
      providers: {
        [provider]: {
          settings: {
            provider,
            apiKey: 'fake',
            model: 'm',
            baseUrl: `${url}/v1`,
            contextWindow: window,
            maxTokens,
          },
          updatedAt: '2026-01-01T00:00:00.000Z',
          tokenSource: 'manual',
        },
      },
    },
  }),
  env: () => ({ CLINE_SESSION_BACKEND_MODE: 'local', CLINE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }),
  async play(stage) {
    try {
      await stage.run('-P', provider, '-m', 'm', '-c', stage.project, turns[0].prompt)
      const file = oneFile(join(stage.home, '.cline/data/sessions'), /\.messages\.json$/)
      await resume(stage, basename(dirname(file)))
      return file
    } finally {
      // It starts a process of its own for other clients, which stays when everything has ended.
      await stage.run('hub', 'stop')
    }
  },
  condensedByHand: 1,
  form: sentForms.cline,
  arm: {
    id: 'cline-agentic',
    settings: { window, inputLimit: window },
    stored: storedMessages,
    settingsAt: keptAt,
  },
  known: [{ reason: 'the summary of a compaction that a later one overwrote', fits: isOverwritten }],
}

/** It cuts long results when it sends them, and measures them whole. */
function storedMessages(path: string): readonly Message[] {
  const session: { readonly messages: readonly Message[] } = JSON.parse(readFileSync(path, 'utf8'))
  return session.messages
}

/**
 * What Cline keeps of a small window (`compaction.ts`): half of it as its own estimate counts, less system prompt and tools;
 * of one that is condensed by hand, half of the messages.
 */
function keptAt({ body, inputTokens }: TurnBefore, { sent, stored }: Histories, isByHand: boolean): Settings {
  const { messages, tools } = recordOf(body)
  const system = recordsOf(messages).filter(({ role }) => role === 'system')
  const sizeOf = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 3)
  const sumOf = (history: readonly Message[]): number =>
    history.reduce((total, { role, content }) => total + sizeOf({ role, content }), 0)
  const overhead = sizeOf(system) + sizeOf(tools)
  const limit = window / Math.min(4, Math.max(1, inputTokens / (overhead + sumOf(sent))))
  const target = maxTokens < limit ? limit * 0.5 : limit * 0.9 * 0.7
  const tokens = isByHand ? Math.min(limit * 0.9 - overhead, sumOf(stored) / 2) : target - overhead
  return { keep: { share: 0, tokens: Math.max(1, Math.min(20_000, Math.floor(tokens))) } }
}

/** Cline has no tool for planning. */
function useTool(act: Act, project: string): ToolUse | null {
  const path = (file: string): string => join(project, file)
  switch (act.kind) {
    case 'read':
      return { name: 'read_files', input: { files: [{ path: path(act.file) }] } }
    case 'search':
      return { name: 'search_codebase', input: { queries: [act.pattern] } }
    case 'run':
      return { name: 'run_commands', input: { commands: [act.command] } }
    case 'edit':
      return { name: 'editor', input: { path: path(act.file), old_text: act.from, new_text: act.to } }
    case 'write':
      return { name: 'editor', input: { path: path(act.file), new_text: act.text } }
    case 'plan':
      return null
  }
}

async function resume({ command, place, project, terminals, count }: Stage, id: string): Promise<void> {
  const args = ['-P', provider, '-m', 'm', '-c', project, '--id', id] as const
  const terminal = openTerminal(terminals, [...command, ...args], place)
  const say = async (prompt: string, steps: number): Promise<void> => {
    const wanted = count('turn') + steps
    await terminal.enter(prompt)
    if (!(await waitUntil(() => count('turn') >= wanted, 60_000)))
      throw new Error(`its terminal took no prompt: ${terminal.written().slice(-300)}`)
    await terminal.settle(1500, 10_000)
  }
  try {
    await terminal.settle(3000, 60_000)
    const [, second, third, last] = turns
    for (const { prompt, steps } of [second, third]) await say(prompt, steps.length)
    const summaries = count('summary')
    await terminal.enter('/compact')
    // The first one chooses the command from a list.
    terminal.press('\r')
    await waitUntil(() => count('summary') > summaries, 15_000)
    await terminal.settle(1500, 10_000)
    await say(last.prompt, last.steps.length)
  } finally {
    await terminal.end()
  }
}

/** Cline keeps its last compaction alone: the words of an earlier one are gone, and what it kept is known. */
function isOverwritten({ item, count, sent }: Difference): boolean {
  return item === 1 && count === 1 && sent?.[0] === 'user' && sent.join('\n').includes('<state_snapshot>')
}
